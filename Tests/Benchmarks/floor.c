// The least that a change in place can cost: the bytes that it must write, made safe three times.
//
//     cc -O2 -static floor.c -o floor && ./floor MOVIE LENGTH PLACE
//
// Appends LENGTH bytes to MOVIE, then writes the 8 bytes of their header, then 4 bytes at PLACE, and
// calls fdatasync after each, as `movtool insert timecode --in-place` must.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int put(int file, const void *bytes, size_t length, off_t place) {
  return pwrite(file, bytes, length, place) == (ssize_t)length && fdatasync(file) == 0;
}

int main(int count, char **arguments) {
  if (count != 4) return fputs("usage: floor MOVIE LENGTH PLACE\n", stderr), 2;
  size_t length = strtoull(arguments[2], 0, 10);
  off_t place = strtoll(arguments[3], 0, 10);
  int file = open(arguments[1], O_RDWR);
  struct stat facts;
  char *bytes = calloc(length, 1);
  if (file < 0 || !bytes || length < 8 || fstat(file, &facts) != 0) return perror("floor"), 1;
  // An atom of type `free`, so that the movie stays one.
  for (int i = 0; i < 4; i++) bytes[i] = (char)(length >> (24 - 8 * i));
  memcpy(bytes + 4, "free", 4);
  if (!put(file, bytes, length, facts.st_size) || !put(file, bytes, 8, facts.st_size)
      || !put(file, "moov", 4, place))
    return perror("floor"), 1;
  return 0;
}
