/* One file for each pane and dialog of the screen. Panes draw and take keys; they own no chess. */
#pragma once
