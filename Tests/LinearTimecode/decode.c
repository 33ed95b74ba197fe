/* Decodes linear timecode with libltc, for the tests: 32-bit floating point samples on standard
   input; a line for each frame on standard output: hours minutes seconds frames, the first and last
   sample, 1 if reversed, and the user bits.

   decode SAMPLES-PER-FRAME */
#include <ltc.h>
#include <stdio.h>
#include <stdlib.h>

static void drain(LTCDecoder *decoder) {
  LTCFrameExt frame;
  while (ltc_decoder_read(decoder, &frame)) {
    SMPTETimecode time;
    ltc_frame_to_time(&time, &frame.ltc, 0);
    printf("%d %d %d %d %lld %lld %d %08lx\n", time.hours, time.mins, time.secs, time.frame,
      frame.off_start, frame.off_end, frame.reverse ? 1 : 0,
      (unsigned long)(
        frame.ltc.user1 | frame.ltc.user2 << 4 | frame.ltc.user3 << 8 | frame.ltc.user4 << 12
        | frame.ltc.user5 << 16 | frame.ltc.user6 << 20 | frame.ltc.user7 << 24
        | (unsigned long)frame.ltc.user8 << 28));
  }
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  LTCDecoder *decoder = ltc_decoder_create(atoi(argv[1]), 64);
  float block[1024];
  long long position = 0;
  size_t count;
  while ((count = fread(block, sizeof *block, 1024, stdin)) > 0) {
    ltc_decoder_write_float(decoder, block, count, position);
    position += (long long)count;
    drain(decoder);
  }
  ltc_decoder_free(decoder);
  return 0;
}
