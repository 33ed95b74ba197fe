/* Encodes linear timecode with libltc, for the tests: 8-bit samples on standard output, and a line
   for each frame in a file: hours minutes seconds frames, and the sample at which it begins.

   encode FRAMES-FILE SAMPLE-RATE FPS TV FLAGS HH MM SS FF DROP COUNT SPEED-FROM SPEED-TO USER-BITS
     TV: 525, 625, 1125 or 24 (film).
     DROP: 0 or 1.  COUNT: the number of frames.
     SPEED-FROM, SPEED-TO: the speed of the first and the last frame; negative for reverse.
     USER-BITS: hexadecimal, or a date as YY-MM-DD+HHMM. */
#include <ltc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc != 15) return 2;
  FILE *list = fopen(argv[1], "w");
  if (!list) return 1;
  double rate = atof(argv[2]), fps = atof(argv[3]);
  int tv = atoi(argv[4]), flags = atoi(argv[5]), drop = atoi(argv[10]);
  long count = atol(argv[11]);
  double from = atof(argv[12]), to = atof(argv[13]);
  enum LTC_TV_STANDARD standard = tv == 525 ? LTC_TV_525_60 : tv == 625 ? LTC_TV_625_50
    : tv == 1125 ? LTC_TV_1125_60 : LTC_TV_FILM_24;

  /* A buffer for the lowest speed, from which libltc counts. */
  LTCEncoder *encoder = ltc_encoder_create(1, 1, standard, flags);
  ltc_encoder_set_buffersize(encoder, rate, fps / 12);
  ltc_encoder_reinit(encoder, rate, fps, standard, flags);

  SMPTETimecode time;
  memset(&time, 0, sizeof time);
  strcpy(time.timezone, "+0000");
  if (strchr(argv[14], '-'))
    sscanf(argv[14], "%2hhu-%2hhu-%2hhu%5s", &time.years, &time.months, &time.days, time.timezone);
  time.hours = atoi(argv[6]);
  time.mins = atoi(argv[7]);
  time.secs = atoi(argv[8]);
  time.frame = atoi(argv[9]);
  ltc_encoder_set_timecode(encoder, &time);
  if (!strchr(argv[14], '-')) ltc_encoder_set_user_bits(encoder, strtoul(argv[14], NULL, 16));
  LTCFrame frame;
  ltc_encoder_get_frame(encoder, &frame);
  frame.dfbit = drop;
  ltc_frame_set_parity(&frame, standard);
  ltc_encoder_set_frame(encoder, &frame);

  long long written = 0;
  for (long number = 0; number < count; number++) {
    double speed = from + (to - from) * (double)number / (double)(count > 1 ? count - 1 : 1);
    ltc_encoder_get_timecode(encoder, &time);
    fprintf(list, "%d %d %d %d %lld\n", time.hours, time.mins, time.secs, time.frame, written);
    for (int byte = 0; byte < 10; byte++)
      ltc_encoder_encode_byte(encoder, speed < 0 ? 9 - byte : byte, 1 / speed);
    if (number == count - 1) ltc_encoder_end_encode(encoder);
    ltcsnd_sample_t *samples;
    int length = ltc_encoder_get_bufferptr(encoder, &samples, 1);
    fwrite(samples, 1, (size_t)length, stdout);
    written += length;
    if (speed < 0) ltc_encoder_dec_timecode(encoder); else ltc_encoder_inc_timecode(encoder);
  }
  fclose(list);
  return 0;
}
