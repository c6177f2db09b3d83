# Runs the program on a pseudo terminal that the test may stop reading, which tmux cannot do.
import fcntl, os, re, select, signal, struct, subprocess, sys, termios, time

KEYS = {"F3": "\033OR", "F6": "\033[17~", "F8": "\033[19~", "F10": "\033[21~"}


class Terminal:
    def __init__(self, command, width=80, height=24):
        self.master, self.slave = os.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        self.seen = b""
        environment = dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8")
        environment.setdefault("FALLIBLE_WATCHDOG", str(100 * int(os.environ.get("PATIENCE", "1"))))
        self.errors = open(os.environ.get("BATS_TEST_TMPDIR", "/tmp") + "/errors", "w+")
        self.program = subprocess.Popen(command, stdin=self.slave, stdout=self.slave,
                                        stderr=self.errors, start_new_session=True, env=environment)

    def read(self, seconds):
        """Reads what comes within so many seconds; False: nothing did."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            self.seen += os.read(self.master, 65536)
        except OSError: # the other side is closed
            return False
        return True

    def text(self):
        """What was written so far, without escape sequences."""
        return re.sub(r"\033(\[[0-9;?]*[@-~]|[()].|[=>78M]|\][^\a]*\a)", " ", self.seen.decode(errors="replace"))

    def wait_for(self, pattern, seconds=60):
        until = time.time() + seconds
        while not re.search(pattern, self.text()):
            if time.time() > until or self.program.poll() is not None:
                sys.exit(f"never seen: {pattern}\n{self.text()[-2000:]}{self.trouble()}")
            self.read(0.1)

    def wait_quiet(self, seconds=0.5, most=3):
        until = time.time() + most
        while time.time() < until and self.read(seconds):
            pass

    def send(self, text):
        os.write(self.master, text.encode())

    def pour(self, text):
        """Sends more than a terminal holds, and reads meanwhile."""
        data = text.encode()
        while data and self.program.poll() is None:
            if select.select([], [self.master], [], 0.01)[1]:
                data = data[os.write(self.master, data[:2048]):]
            self.read(0)

    def forget(self):
        self.seen = b""

    def trouble(self):
        self.errors.seek(0)
        return self.errors.read()

    def gone(self, seconds, reading=True):
        """Waits for the end; returns how long it took. Ends the test when it takes too long."""
        began = time.time()
        while self.program.poll() is None:
            if time.time() > began + seconds:
                self.program.kill()
                sys.exit(f"still there after {seconds} s")
            if reading:
                self.read(0.02)
            else:
                time.sleep(0.02)
        return time.time() - began

    def restored(self):
        return termios.tcgetattr(self.slave) == self.before
