/* A hash of bytes that is the same on every machine, for fingerprints of files and options. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define HASH_BEGIN UINT64_C(0xCBF29CE484222325)

/* 64-bit FNV-1a; start with HASH_BEGIN. */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);
