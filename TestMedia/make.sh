#!/bin/bash
# Makes every file of TestMedia from nothing, into the folder given:
#
#   TestMedia/make.sh OUT_DIR
#
# Needs ffmpeg (with libx264, libx265, libvpx, libaom, libopus), x264, gst-launch-1.0 (base, good,
# bad and ugly plug-ins) and python3. README.md says which versions made the committed files; other
# versions make other bytes, and the golden files would have to be made again.

set -eu -o pipefail

if [ $# -ne 1 ]; then
  echo "usage: $0 OUT_DIR" >&2
  exit 2
fi

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
contents=$work/contents.tsv  # file, command, purpose: becomes the table of README.md
stamps=$work/stamps.tsv      # file, quanta, start, frames: becomes expected-timecodes.tsv
: > "$contents"
: > "$stamps"

# ---- how files are made -------------------------------------------------------------------------

ffmpeg_to() {  # FILE ARGUMENT...: one deterministic run of ffmpeg
  local file=$1
  shift
  mkdir -p "$(dirname "$file")"
  ffmpeg -hide_banner -v error -nostdin -y "$@" \
    -threads 1 -fflags +bitexact -flags +bitexact "$file"
}

note() {  # FILE COMMAND PURPOSE
  local command=${2//$work\//}
  printf '%s\t%s\t%s\n' "$1" "${command//$out\//}" "$3" >> "$contents"
}

movie() {  # FILE PURPOSE ARGUMENT...
  local file=$1 purpose=$2
  shift 2
  ffmpeg_to "$out/$file" "$@"
  note "$file" "ffmpeg $*" "$purpose"
}

stamped() {  # FILE RATE START SECONDS PURPOSE ARGUMENT...: video stamped by ffmpeg itself
  local file=$1 rate=$2 start=$3 seconds=$4 purpose=$5
  shift 5
  movie "$file" "$purpose" $(pattern "$rate" "$seconds") -r "$rate" $h264 -bf 0 \
    -timecode "$start" "$@"
  note_stamp "$file" "$rate" "$start" "$seconds"
}

note_stamp() {  # FILE RATE START SECONDS
  printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" >> "$stamps"
}

pattern() {  # RATE SECONDS [SIZE]
  echo "-f lavfi -i testsrc2=s=${3:-64x48}:r=$1:d=$2"
}

tone() {  # SECONDS [HERTZ]
  echo "-f lavfi -i sine=f=${2:-440}:r=48000:d=$1"
}

h264='-c:v libx264 -preset slow -crf 45 -pix_fmt yuv420p -g 250'
aac='-c:a aac -b:a 32k'
filmed='-metadata creation_time=2026-01-02T03:04:05Z'

# ---- camera: whole movies with picture and sound ------------------------------------------------

movie camera/camera.mov 'the demonstration clip: H.264 with B frames, stereo AAC, 29.97' \
  $(pattern 30000/1001 3 320x180) $(tone 3) -shortest \
  -c:v libx264 -preset slow -crf 36 -pix_fmt yuv420p $aac -ac 2 $filmed

for kind in mov mp4; do
  movie camera/moov-last.$kind 'B frames and sound, moov after mdat' \
    $(pattern 30000/1001 2) $(tone 2) $h264 -bf 2 $aac $filmed
  movie camera/moov-first.$kind 'the same with moov before mdat: stamping moves the media' \
    $(pattern 30000/1001 2) $(tone 2) $h264 -bf 2 $aac $filmed -movflags +faststart
  movie camera/hevc.$kind 'HEVC, hvc1 with hvcC' \
    $(pattern 25 1) -c:v libx265 -preset medium -crf 40 -pix_fmt yuv420p -tag:v hvc1 \
    -x265-params log-level=error:pools=none:frame-threads=1:info=0
done
movie camera/prores-pcm.mov 'ProRes 422 (apcn) with 16-bit sound in samples' \
  $(pattern 25 0.4) $(tone 0.4) -c:v prores_ks -profile:v 2 -vendor apl0 -c:a pcm_s16be \
  -pix_fmt yuv422p10le
movie camera/vfr.mov 'variable frame rate: no single frame duration' \
  $(pattern 30 2) -vf "select='not(eq(mod(n,5),1)+eq(mod(n,7),2))'" -fps_mode vfr $h264 -bf 0
movie camera/vfr.mp4 'variable frame rate with B frames' \
  $(pattern 30 2) -vf "select='not(eq(mod(n,5),1)+eq(mod(n,7),2))'" -fps_mode vfr $h264 -bf 2
movie camera/two-video-tracks.mov 'two video tracks of one rate and sound' \
  $(pattern 25 2) $(pattern 25 2 48x32) $(tone 2) -map 0 -map 1 -map 2 $h264 $aac
movie camera/two-video-rates.mov 'two video tracks of different rates' \
  $(pattern 25 2) $(pattern 30000/1001 2 48x32) -map 0 -map 1 $h264
ffmpeg_to "$work/upright.mov" $(pattern 25 1) $h264
movie camera/rotated.mov 'a quarter turn in the display matrix' \
  -i "$work/upright.mov" -c copy -metadata:s:v rotate=90
movie camera/rotated.mp4 'half a turn in the display matrix' \
  -i "$work/upright.mov" -c copy -metadata:s:v rotate=180
movie camera/interlaced.mov 'interlaced MPEG-2 video, upper field first: fiel' \
  $(pattern 25 1) -vf tinterlace=interleave_top,fieldorder=tff -c:v mpeg2video -q:v 25 \
  -flags +ildct+ilme -top 1
movie camera/colour.mov 'pasp, colr (nclc) and gama in the video description' \
  $(pattern 25 1) -vf setsar=4/3 $h264 -color_primaries bt709 -color_trc bt709 -colorspace bt709 \
  -mov_gamma 2.2 -movflags +write_gama+prefer_icc
movie camera/colour.mp4 'pasp, colr (nclx) in the video description' \
  $(pattern 25 1) -vf setsar=4/3 $h264 -color_primaries bt2020 -color_trc smpte2084 \
  -colorspace bt2020nc -color_range tv
movie camera/mjpeg.mov 'every sample a sync sample: no stss' \
  $(pattern 25 1) -c:v mjpeg -q:v 25 -pix_fmt yuvj420p
movie camera/raw-video.mov 'uncompressed video of one constant size: stsz without a table' \
  $(pattern 25 0.2) -c:v rawvideo -pix_fmt yuyv422 -tag:v yuvs
movie camera/long-gop.mov 'one sync sample, five reordered frames: stss and ctts' \
  $(pattern 24 2) $h264 -bf 5
movie camera/no-frames.mov 'sound beside a video track of one frame' \
  $(pattern 25 0.04) $(tone 1) $h264 $aac
movie camera/bitrate.mp4 'btrt in the video and sound descriptions' \
  $(pattern 25 1) $(tone 1) $h264 -b:v 30k -maxrate 40k -bufsize 80k $aac
movie camera/language.mov 'a Macintosh language code, and 0x7FFF where there is none' \
  $(pattern 25 1) $(tone 1) $(tone 1 880) -map 0 -map 1 -map 2 $h264 $aac \
  -metadata:s:a:0 language=fra -metadata:s:a:1 language=cym
movie camera/disabled-track.mp4 'two sound tracks, the second disabled' \
  $(pattern 25 1) $(tone 1) $(tone 1 880) -map 0 -map 1 -map 2 $h264 $aac \
  -disposition:a:0 default -disposition:a:1 0

# ---- rates: one video track at every standard rate, no timecode ---------------------------------

rate_of() {  # name in thousandths to fraction: 23976 -> 24000/1001
  case $1 in
    23976) echo 24000/1001 ;; 2997) echo 30000/1001 ;; 47952) echo 48000/1001 ;;
    5994) echo 60000/1001 ;; 95904) echo 96000/1001 ;; 11988) echo 120000/1001 ;;
    *) echo "$1" ;;
  esac
}

for name in 23976 24 25 2997 30 47952 48 50 5994 60 95904 96 100 11988 120; do
  rate=$(rate_of $name)
  movie rates/$name.mov "$rate frames a second, for stamping" \
    $(pattern "$rate" 4) -r "$rate" $h264 -bf 0
  movie rates/$name.mp4 "$rate frames a second with B frames, for stamping" \
    $(pattern "$rate" 1) -r "$rate" $h264 -bf 2
done

# ---- sound --------------------------------------------------------------------------------------

movie sound/aac.m4a 'no video: cannot be stamped' $(tone 1) $aac
movie sound/aac.mov 'MPEG-4 sound in QuickTime: version 1 description with wave' $(tone 1) $aac
movie sound/aac-mono.mp4 'one channel' $(tone 1) $aac -ac 1
movie sound/aac-5.1.mov 'six channels: chan' $(tone 1) $aac -ac 6 -b:a 96k
movie sound/pcm-s16.mov '16-bit sound: version 0 description, no video' $(tone 0.5) -c:a pcm_s16be
movie sound/pcm-little-endian.mov 'sowt: version 0 description' $(tone 0.5) -c:a pcm_s16le
movie sound/pcm-24.mov '24-bit sound (in24): version 1 description' $(tone 0.5) -c:a pcm_s24be
movie sound/pcm-24-96k.mov '24 bits at 96 kHz: lpcm, version 2 description' \
  -f lavfi -i sine=f=440:r=96000:d=0.2 -c:a pcm_s24le
movie sound/pcm-float.mov '32-bit floating point sound' $(tone 0.2) -c:a pcm_f32le
movie sound/pcm-8.mov '8-bit sound (sowt)' $(tone 0.5) -c:a pcm_s8
movie sound/pcm-5.1.mov 'six channels of PCM: chan' $(tone 0.2) -c:a pcm_s16le -ac 6
movie sound/ima4.mov 'ima4: sizes counted in packets' $(tone 0.5) -c:a adpcm_ima_qt
movie sound/alac.mov 'Apple Lossless in QuickTime: wave with frma and alac' $(tone 0.3) -c:a alac
movie sound/alac.m4a 'Apple Lossless in MPEG-4' $(tone 0.3) -c:a alac
movie sound/ac3.mp4 'AC-3: dac3' $(tone 0.5) -c:a ac3 -b:a 64k
movie sound/ac3.mov 'AC-3 in QuickTime' $(tone 0.5) -c:a ac3 -b:a 64k
movie sound/eac3.mp4 'Enhanced AC-3: dec3' $(tone 0.5) -c:a eac3 -b:a 64k
movie sound/opus.mp4 'Opus: dOps, sgpd and sbgp roll' $(tone 0.5) -c:a libopus -b:a 32k
movie sound/flac.mp4 'FLAC: dfLa' $(tone 0.3) -c:a flac -strict -2
movie sound/mp3.mov 'MP3 in QuickTime' $(tone 0.5) -c:a libmp3lame -b:a 32k

# ---- video codecs that QuickTime did not know ---------------------------------------------------

movie codecs/vp9.mp4 'VP9: vpcC' $(pattern 25 0.4) -c:v libvpx-vp9 -crf 60 -b:v 0 -row-mt 0
movie codecs/av1.mp4 'AV1: av1C' \
  $(pattern 25 0.2) -c:v libaom-av1 -crf 60 -b:v 0 -cpu-used 8 -row-mt 0
movie codecs/mpeg4.mp4 'MPEG-4 part 2: esds' $(pattern 25 0.5) -c:v mpeg4 -q:v 25
movie codecs/mpeg2.mov 'MPEG-2' $(pattern 25 0.5) -c:v mpeg2video -q:v 25
movie codecs/png.mov 'PNG frames' $(pattern 25 0.2) -c:v png
movie codecs/animation.mov 'QuickTime Animation (rle)' $(pattern 25 0.2) -c:v qtrle
movie codecs/h263.mov 'H.263' $(pattern 25 0.5 128x96) -c:v h263 -q:v 25
movie codecs/dnxhr.mov 'DNxHR: ACLR, APRG, ARES behind the description' \
  $(pattern 25 0.12 256x120) -c:v dnxhd -profile:v dnxhr_lb -pix_fmt yuv422p
movie codecs/h264-10-bit.mp4 'High 10 profile: avcC with the extended fields' \
  $(pattern 25 0.5) -c:v libx264 -crf 45 -pix_fmt yuv420p10le

x264_stream() {  # FILE ARGUMENT...
  local file=$1
  shift
  ffmpeg_to "$work/pattern.y4m" $(pattern 25 1) -pix_fmt yuv420p -f yuv4mpegpipe
  x264 --log-level error --no-progress --threads 1 --crf 45 "$@" -o "$file" "$work/pattern.y4m" \
    2> "$work/x264.log" || { cat "$work/x264.log" >&2; return 1; }
}

x264_stream "$work/open-gop.mkv" --open-gop --keyint 10 --bframes 3
movie codecs/x264-open-gop.mp4 'open GOPs from x264: B frames before their sync sample' \
  -i "$work/open-gop.mkv" -c copy
x264_stream "$work/intra-refresh.mkv" --intra-refresh --keyint 12 --bframes 0
movie codecs/x264-intra-refresh.mov 'periodic intra refresh from x264: one sync sample' \
  -i "$work/intra-refresh.mkv" -c copy
x264_stream "$work/interlaced.mkv" --tff --keyint 10
movie codecs/x264-interlaced.mov 'interlaced H.264 from x264' \
  -i "$work/interlaced.mkv" -c copy

# ---- metadata, text -----------------------------------------------------------------------------

cat > "$work/chapters.txt" <<'END'
;FFMETADATA1
[CHAPTER]
TIMEBASE=1/1000
START=0
END=900
title=Opening
[CHAPTER]
TIMEBASE=1/1000
START=900
END=2000
title=Zweiter Teil – über
END
cat > "$work/subtitles.srt" <<'END'
1
00:00:00,100 --> 00:00:00,900
First line

2
00:00:01,000 --> 00:00:01,800
<i>Second</i> line, ünïcödé
END
ffmpeg_to "$work/cover.png" $(pattern 1 1 32x32) -frames:v 1
described="-metadata title=Harbour -metadata artist=Nobody -metadata comment=Testing -metadata date=2026"

for kind in mov mp4; do
  movie metadata/chapters.$kind 'chapters: a text track and chap, and chpl' \
    $(pattern 25 2) -f ffmetadata -i "$work/chapters.txt" -map 0 -map_metadata 1 $h264
  movie metadata/subtitles.$kind 'timed text (tx3g or text) beside video' \
    $(pattern 25 2) -i "$work/subtitles.srt" -map 0 -map 1 $h264 -c:s mov_text \
    -metadata:s:s:0 language=deu
done
movie metadata/mdta-keys.mov 'metadata as keys and values (mdta), meta in moov' \
  $(pattern 25 1) $h264 $described -metadata com.apple.quicktime.make=Maker \
  -metadata com.apple.quicktime.location.ISO6709=+52.5200+013.4050+034/ \
  -movflags use_metadata_tags
movie metadata/mdta-keys.mp4 'the same in MPEG-4' \
  $(pattern 25 1) $h264 $described -metadata com.example.number=42 -movflags use_metadata_tags
movie metadata/international-text.mov 'metadata as user data (©nam, ©ART …)' \
  $(pattern 25 1) $h264 $described -metadata:s:v:0 title='Track title'
movie metadata/itunes.m4a 'iTunes list with cover art, track number and free-form keys' \
  $(tone 1) -i "$work/cover.png" -map 0 -map 1 $aac -c:v copy -disposition:v attached_pic \
  $described -metadata track=3/9 -metadata genre=Jazz -metadata gapless_playback=1 -brand 'M4A '
movie metadata/itunes.mp4 'iTunes list beside video' $(pattern 25 1) $h264 $described
movie metadata/3gpp.3gp '3GPP brand and strings' \
  $(pattern 25 1 128x96) -c:v h263 -q:v 25 $described
movie metadata/timecode-user-data.mov 'timecode only as text in user data' \
  $(pattern 25 1) $h264 -metadata timecode=01:00:00:00 -write_tmcd 0

# ---- edits --------------------------------------------------------------------------------------

ffmpeg_to "$work/long.mov" $(pattern 25 4) $(tone 4) $h264 -bf 2 -g 50 $aac
movie edits/cut-by-copy.mov 'cut at 0.7 s without encoding: the edit starts inside the media' \
  -ss 0.7 -i "$work/long.mov" -t 1.5 -c copy
movie edits/cut-by-copy.mp4 'the same in MPEG-4, moov first' \
  -ss 0.7 -i "$work/long.mov" -t 1.5 -c copy -movflags +faststart
movie edits/late-video.mov 'video that begins 0.5 s into the movie: an empty edit' \
  -itsoffset 0.5 $(pattern 25 1) $(tone 2) $h264 -bf 0 $aac
movie edits/late-sound.mp4 'sound that begins 0.5 s into the movie' \
  $(pattern 25 2) -itsoffset 0.5 $(tone 1) $h264 $aac
movie edits/no-edit-list.mov 'reordered frames and no edit list at all' \
  $(pattern 25 1) $h264 -bf 2 -use_editlist 0
movie edits/negative-offsets.mp4 'composition offsets below zero: ctts version 1' \
  $(pattern 25 1) $h264 -bf 2 -movflags +negative_cts_offsets

# ---- fragments ----------------------------------------------------------------------------------

fragmented='+frag_keyframe+empty_moov'
for kind in mov mp4; do
  movie fragments/plain.$kind 'fragments with absolute base data offsets, and mfra' \
    $(pattern 25 2) $(tone 2) $h264 -g 25 $aac -movflags $fragmented
  movie fragments/default-base-moof.$kind 'fragments that count from their moof' \
    $(pattern 25 2) $(tone 2) $h264 -g 25 $aac -movflags $fragmented+default_base_moof
  stamped fragments/timecode.$kind 25 01:30:15:07 2 'timecode whose sample lies in a fragment' \
    -g 25 -movflags $fragmented
done
movie fragments/moov-with-samples.mp4 'the first part in moov, the rest in fragments' \
  $(pattern 25 2) $h264 -g 25 -bf 2 -movflags +frag_keyframe
movie fragments/sidx.mp4 'segments with a sidx each (dash)' \
  $(pattern 25 2) $h264 -g 25 -bf 2 -movflags $fragmented+dash
movie fragments/global-sidx.mp4 'one sidx for all fragments' \
  $(pattern 25 2) $h264 -g 25 -bf 2 -movflags $fragmented+dash+global_sidx
movie fragments/no-mfra.mp4 'fragments without mfra' \
  $(pattern 25 2) $h264 -g 25 -movflags $fragmented+skip_trailer
movie fragments/cmaf.mp4 'CMAF: tfdt version 1, signed composition offsets' \
  $(pattern 25 2) $h264 -g 25 -bf 2 -movflags +cmaf+frag_keyframe
movie fragments/every-frame.mp4 'a fragment for every frame' \
  $(pattern 25 1) $h264 -bf 0 -movflags +frag_every_frame+empty_moov+default_base_moof

# ---- timecode by ffmpeg -------------------------------------------------------------------------

for name in 24 25 30 50 60 100 120 23976; do
  rate=$(rate_of $name)
  case $name in 50) start=01:30:15:49 ;; 60) start=01:30:15:59 ;; 100) start=01:30:15:99 ;;
    120) start=01:30:15:119 ;; *) start=01:30:15:07 ;; esac
  stamped timecode/$name.mov "$rate" $start 2 "timecode at $rate"
done
stamped timecode/2997-df.mov 30000/1001 '00:59:59;28' 2 '29.97 drop frame, over an hour'
stamped timecode/2997-df-minute.mov 30000/1001 '00:00:59;28' 2 '29.97 drop frame, over a minute'
stamped timecode/2997-df-tenth-minute.mov 30000/1001 '00:09:59;28' 2 \
  '29.97 drop frame, over a tenth minute, where nothing is dropped'
stamped timecode/2997-ndf.mov 30000/1001 00:59:59:28 2 '29.97 non-drop'
stamped timecode/5994-df.mov 60000/1001 '00:59:59;58' 2 '59.94 drop frame'
stamped timecode/5994-df-minute.mov 60000/1001 '00:00:59;58' 2 '59.94 drop frame, over a minute'
stamped timecode/5994-ndf.mov 60000/1001 00:59:59:58 2 '59.94 non-drop'
stamped timecode/2997-df-midnight.mov 30000/1001 '23:59:58;00' 4 \
  'drop frame over midnight, the wrap flag not set'
stamped timecode/25-midnight.mov 25 23:59:58:00 4 'over midnight, the wrap flag not set'
stamped timecode/25-over-24h.mov 25 25:00:00:00 2 'more than 24 hours'
stamped timecode/25-zero.mov 25 00:00:00:00 2 'frame number 0'
stamped timecode/2997-df-faststart.mov 30000/1001 '00:59:59;28' 2 'moov first' -movflags +faststart
stamped timecode/2997-df.mp4 30000/1001 '00:59:59;28' 2 'timecode in MPEG-4: nmhd'
stamped timecode/25.mp4 25 01:30:15:07 2 'timecode in MPEG-4, moov first' -movflags +faststart
stamped timecode/25-reel.mov 25 01:30:15:07 2 'a reel name' -metadata:s:v reel_name=A001C002
stamped timecode/25-frame-86400.mov 25 00:57:36:00 1 'frame number 86400'
stamped timecode/24-frame-1001.mov 24 00:00:41:17 1 'frame number 1001'
movie timecode/25-camera.mov 'B frames, sound and timecode' \
  $(pattern 25 2) $(tone 2) $h264 -bf 2 $aac $filmed -timecode 10:00:00:00
note_stamp timecode/25-camera.mov 25 10:00:00:00 2
movie timecode/25-two-video-tracks.mov 'a timecode track for each of two video tracks' \
  $(pattern 25 2) $(pattern 25 2 48x32) -map 0 -map 1 $h264 \
  -metadata:s:v:0 timecode=01:00:00:00 -metadata:s:v:1 timecode=02:00:00:00
note_stamp timecode/25-two-video-tracks.mov 25 '01:00:00:00 02:00:00:00' 2

# ---- timecode by GStreamer ----------------------------------------------------------------------

gstreamer() {  # FILE RATE START FRAMES MUXER PURPOSE [STAMPER OPTION]
  local file=$1 rate=$2 start=$3 frames=$4 muxer=$5 purpose=$6
  shift 6
  mkdir -p "$out/$(dirname "$file")"
  local pipeline="videotestsrc num-buffers=$frames ! video/x-raw,format=I420,width=64,height=48,\
framerate=$rate ! timecodestamper set=always set-internal-timecode=$start $* ! \
x264enc threads=1 quantizer=45 pass=quant bframes=0 ! h264parse ! $muxer ! filesink"
  gst-launch-1.0 -q $pipeline location="$out/$file" > /dev/null
  python3 "$here/handmade.py" --set-times "$out/$file"
  note "$file" "gst-launch-1.0 $pipeline" "$purpose"
}

gst_stamped() {  # NAME RATE START FRAMES SECONDS PURPOSE [STAMPER OPTION]
  local file=timecode/gst-$1.mov rate=$2 start=$3 frames=$4 seconds=$5 purpose=$6
  shift 6
  gstreamer "$file" "$rate" "${start/;/:}" "$frames" qtmux "$purpose" "$@"
  note_stamp "$file" "$rate" "$start" "$seconds"
}

gst_stamped 25 25/1 01:30:15:07 50 2 'timecode by qtmux: gmin is two bytes short, name is "Tape"'
gst_stamped 23976 24000/1001 01:30:15:07 48 2 'qtmux at 23.976'
gst_stamped 2997-df 30000/1001 '00:59:59;28' 60 2 'qtmux, 29.97 drop frame' drop-frame=true
gst_stamped 2997-ndf 30000/1001 00:59:59:28 60 2 'qtmux, 29.97 non-drop' drop-frame=false
gst_stamped 5994-df 60000/1001 '00:59:59;58' 120 2 'qtmux, 59.94 drop frame' drop-frame=true
gst_stamped 60 60/1 01:30:15:59 120 2 'qtmux at 60'
gstreamer timecode/gst-25-faststart.mov 25/1 01:30:15:07 50 'qtmux faststart=true' \
  'qtmux, moov first'
note_stamp timecode/gst-25-faststart.mov 25/1 01:30:15:07 2
gstreamer camera/gst-mp4mux.mp4 25/1 01:30:15:07 50 mp4mux \
  'by mp4mux, which drops the timecode it is given'
gstreamer fragments/gst-mp4mux.mp4 25/1 01:30:15:07 50 'mp4mux fragment-duration=1000' \
  'fragments by mp4mux'

# ---- what no encoder makes ----------------------------------------------------------------------

python3 "$here/handmade.py" "$out" --stamps "$stamps" --contents "$contents"
