// Made by Docs/RegisteredNames/generate.py from the tables of the MP4 Registration Authority
// and Docs/RegisteredNames/names.txt. Change those, not this.

extension RegisteredNames {
  /// One line a name, sorted by its UTF-8 bytes.
  static let table = #"""
    !mof Compressed movie fragment
    !mov Compressed movie
    !six Compressed segment index
    !ssx Compressed subsegment index
    ----<ilst Freeform Item
    .mp1<stsd soun MPEG-1 Audio Layer 1
    .mp2<stsd soun MPEG-1 Audio Layer 2
    .mp3<stsd soun MPEG-1 Audio Layer 3
    1pic<ftyp Single intra-coded picture
    2dcc<stsd meta 2D cartesian coordinates
    2dqr 2D region quality ranking
    2dsr<sgpd Two dimensional spatial relationship
    2dsr<trgr Two dimensional spatial relationship
    2dss Spatial relationship 2D source
    2vuy<stsd vide Uncompressed 4:2:2 (8-bit)
    3dpr MVD Depth Resolution
    3g2a<ftyp 3GPP2
    3gag<sgpd 3GPP PSS Annex G video buffer parameters
    3gau Extra information in a hint sample
    3ge6<ftyp 3GPP Release 6 extended-presentation Profile
    3ge7<ftyp 3GPP Release 7 extended-presentation Profile
    3ge9<ftyp 3GPP Release 9 Extended Presentation Profile
    3gf9<ftyp 3GPP Release 9 File-delivery Server Profile
    3gg6<ftyp 3GPP Release 6 General Profile
    3gg9<ftyp 3GPP Release 9 General Profile
    3gh9<ftyp 3GPP Release 9 Adaptive Streaming Profile
    3glo<stsd meta 3GPP Location
    3gm9<ftyp 3GPP Release 9 Media Segment Profile
    3gmA<ftyp 3GP-DASH Media Segment
    3gor<stsd meta 3GPP Orientation
    3gp4<ftyp 3GPP Release 4
    3gp5<ftyp 3GPP Release 5
    3gp6<ftyp 3GPP Release 6 basic Profile
    3gp7<ftyp 3GPP Release 7
    3gp8<ftyp 3GPP Release 8
    3gp9<ftyp 3GPP Release 9 Basic Profile
    3gr6<ftyp 3GPP Release 6 progressive-download Profile
    3gr9<ftyp 3GPP Release 9 Progressive DownloadProfile
    3gs6<ftyp 3GPP Release 6 streaming-server Profile
    3gs9<ftyp 3GPP Release 9 Streaming ServerProfile
    3gsd<hdlr 3GPP Scene Description
    3gt8<ftyp 3GPP Release 8 Media Stream Recording Profile
    3gt9<ftyp 3GPP Release 9 Media Stream Recording Profile
    3gtv<ftyp 3GPP TV over 3GPP services
    3gvo<stsd meta 3GPP Video Orientation
    3gvr<ftyp 3GPP VR Presentation
    3sib MVD Scalability Information SEI Message
    3vra<ftyp 3GPP VR Advanced Video Media Profile
    3vrb<ftyp 3GPP VR Basic Video Media Profile
    3vrm<ftyp 3GPP VR Main Video Media Profile
    6vpC Viewport Configuration
    6vpt<stsd volv Dynamic viewport data
    8BPS<stsd vide Photoshop Planar RGB
    AALP Avid Audio Layout
    ACLR Avid Color Range
    ADHR Avid DNxHR
    AMBA Ambarella Information
    AORD Avid Field Order
    APRF Sony Audio Profile
    APRG Avid Field Mode
    ARES Avid Resolution
    ARRI<ftyp ARRI Digital Camera
    AVDH Avid DNxHD
    AVDJ<stsd vide Avid Meridien JPEG
    AVdh<stsd vide Avid DNxHR
    AVdn<stsd vide Avid DNxHD
    AllF Play All Frames
    BCID GoPro Broadcast ID
    CAEP<ftyp Canon Digital Camera
    CAME GoPro Camera ID
    CCDT Canon Track Pointer
    CCTP Canon Track Pointers
    CDI1 Canon Raw Image Information
    CDes<ftyp Convergent Designs
    CFHD<stsd vide CineForm
    CMP1 Canon Raw Parameters
    CMT1 Canon Exif IFD0
    CMT2 Canon Exif
    CMT3 Canon Maker Notes
    CMT4 Canon GPS
    CNCV Canon Compressor Version
    CNDA Canon Thumbnail
    CNDM Canon Data
    CNFV Canon Firmware Version
    CNMN Canon Model Name
    CNOP Canon Options
    CNTH Canon Thumbnail Container
    CRAW<stsd vide Canon RAW
    CTBO Canon Offset Table
    CTMD<stsd meta Canon Timed Metadata
    CoLL Content Light Level
    DV10<stsd vide Digital Voodoo 10 bit Uncompressed 4:2:2 codec
    DVOO<stsd vide Digital Voodoo 8 bit Uncompressed 4:2:2 codec
    DVOR<stsd vide Digital Voodoo intermediate raw
    DVTV<stsd vide Digital Voodoo intermediate 2vuy
    DVVT<stsd vide Digital Voodoo intermediate v210
    Exif Exif Metadata
    Exif<infe EXIF item
    FFV1<stsd vide FFV1
    FIRM GoPro Firmware Version
    FPRF Sony File Profile
    GPMF GoPro Metadata
    GPRO GoPro Information
    GPRO<ftyp GoPro
    GRAP<hdlr Subtitle Graphics
    GUMI GoPro Unique ID
    H261<stsd vide H.261
    HD10<stsd vide Digital Voodoo 10 bit Uncompressed 4:2:2 HD
    HMMT GoPro Highlights
    Hap1<stsd vide Hap
    Hap5<stsd vide Hap Alpha
    Hap7<stsd vide Hap R
    HapA<stsd vide Hap Alpha Only
    HapH<stsd vide Hap HDR
    HapM<stsd vide Hap Q Alpha
    HapY<stsd vide Hap Q
    IAD1 Canon Raw Image Areas
    ID32 ID3 Version 2
    ID32<hdlr ID3 version 2 meta-data handler
    J2P0<ftyp JPEG2000 Profile 0
    J2P1<ftyp JPEG2000 Profile 1
    JPEG<CRAW Canon JPEG Format
    JXL  JPEG XL Signature
    JXS  JPEG XS Signature
    LCAG<ftyp Leica digital camera
    LEIC Leica Information
    LENS GoPro Lens Serial Number
    LOOP Looping
    M105<stsd vide Matrox Video
    M4A <ftyp iTunes Audio
    M4B <ftyp iTunes Audiobook
    M4P <ftyp iTunes Protected Audio
    M4V <ftyp iTunes Video
    M4VH<ftyp iTunes TV Show
    M4VP<ftyp iPhone Video
    MA1A<ftyp AVIF Advanced Profile
    MA1B<ftyp AVIF Baseline Profile
    MAC3<stsd soun MACE 3:1
    MAC6<stsd soun MACE 6:1
    MFSM<ftyp Media File for Samsung video Metadata
    MGSV<ftyp Home and Mobile Multimedia Platform (HMMP)
    MMA0 Minolta Information
    MP42<stsd vide Microsoft MPEG-4 Version 2
    MPEG<hdlr MPEG
    MPEG<stsd MPEG MPEG Multiplex
    MPPI<ftyp Photo Player Multimedia Application Format
    MSNV<ftyp Sony PSP Video
    MTDT Sony Metadata Data
    MUID GoPro Media ID
    MVTG Fujifilm Tags
    MiAB<ftyp MIAF AVC Basic Profile
    MiAC<ftyp MIAF fragmented alpha video
    MiAn<ftyp Mutli-Image Application format brand
    MiBu<ftyp MIAF burst capture
    MiCm<ftyp MIAF CMAF compatibility
    MiHA<ftyp MIAF HEVC Advanced Profile
    MiHB<ftyp MIAF HEVC Basic Profile
    MiHE<ftyp MIAF HEVC Extended Profile
    MiPr<ftyp MIAF progressive decoding and rendering
    NCDB Nikon Data Block
    NCDT Nikon Data
    NCHD Nikon Header
    NCTG Nikon Tags
    NCTH Nikon Thumbnail
    NCVW Nikon Preview
    NIKO Nikon Information
    NONE<stsd soun PCM
    Opus<stsd soun Opus
    PANA Panasonic Information
    PENT Pentax Information
    PICT QuickDraw Picture
    PNTG<stsd vide MacPaint
    PRVW Preview
    PXTH Pentax Preview
    PrmA Premiere Information
    QDCA QDesign Configuration
    QDM2<stsd soun QDesign Music 2
    QDMC<stsd soun QDesign Music
    QVMI Casio Information
    Qclp<stsd soun Qualcomm PureVoice
    R10k<stsd vide Uncompressed RGB (10-bit)
    ROSS<ftyp Ross Video
    SA3D Spatial Audio
    SDLN Samsung Play Mode
    SEAU<ftyp Home and Mobile Multimedia Platform (HMMP)
    SEBK<ftyp Home and Mobile Multimedia Platform (HMMP)
    SETT GoPro Settings
    SMI  Sorenson Media Information
    STGS<stsd GRAP Subtitle Sample Entry (HMMP)
    SVQ1<stsd vide Sorenson Video 1
    SVQ3<stsd vide Sorenson Video 3
    SelO Play Selection Only
    Shr0<stsd vide Generic SheerVideo codec
    Shr1<stsd vide SheerVideo RGB[A] 8b - at 8 bits/channel
    Shr2<stsd vide SheerVideo Y'CbCr[A] 8bv 4:4:4[:4]
    Shr3<stsd vide SheerVideo Y'CbCr 8bv 4:2:2
    Shr4<stsd vide SheerVideo Y'CbCr 8bw 4:2:2
    SmDm Mastering Display Metadata
    TAGS Maker Tags
    THMB Thumbnail
    TIMC Adobe Timecode
    TSCM Timescale
    UITS Unique Identifier Technology Solution
    ULRA<stsd vide Ut Video RGBA
    ULRG<stsd vide Ut Video RGB
    USMT Sony User Metadata
    VICL Avid Picture Information
    VP31<stsd vide On2 VP3
    VPRF Sony Video Profile
    WLOC Window Location
    WRLE<stsd vide Windows BMP
    XAVC<ftyp Sony XAVC
    XFVC<ftyp XF-AVC S/XF-HEVC S File Format
    XMP_ XMP Metadata
    Xtra Windows Media Metadata
    \x00\x00\x00\x00 Terminator
    \x00\x00\x00\x00<stsd soun PCM
    \x00\x00\x00\x00<stsd vide Uncompressed RGB
    \x00\x00\x00\x00<wave Terminator
    \x00\x00id Input ID
    \x00\x00in Track Input
    \x00\x00ty Input Type
    a1lx<ipco AV1 Layer Sizes
    a3d1<stsd vide 3D-AVC track with 3D-AVC NAL units only
    a3d2<stsd vide 3D-AVC track with 3D-AVC NAL units only
    a3d3<stsd vide 3D-AVC track with 3D-AVC NAL units only
    a3d4<stsd vide 3D-AVC track with 3D-AVC NAL units only
    a3dC A3 D Configuration
    a3ds<stsd soun Auro-Cx 3D audio
    aART Album Artist
    aSEI<schm SEI-restricted video
    abgr<stsd vide RGBA 32bits packed
    ac-3<stsd soun AC-3
    ac-4<stsd soun AC-4
    acgl<grpl Group of VVC subpicture tracks with common
    acxd Decoder-specific info for Auro-Cx audio
    adda<tref Additional audio track
    ades Accessibility Description
    adrc<tref DRC metadata track
    adrm Audible Protection
    adti<ftyp Advanced tiling OMAF video profile
    aebr<grpl Auto exposure bracketing entity group
    aebr<ipco Auto Exposure Information
    aebr<sgpd Auto exposure bracketing
    aedb Audio element description
    aelm Audio element
    aepp Audio element positioning interactivity polar
    aepr Audio element prominence interactivity
    aesb Audio element selection
    aesd Audio element selection description
    aest<tref Associated external stream track
    afbr<grpl Flash exposure information entity group
    afbr<ipco Flash exposure information
    afbr<sgpd Flash exposure bracketing
    agsm<stsd soun GSM
    ai12<stsd vide AVC-Intra 100 1080p25
    ai13<stsd vide AVC-Intra 100 1080p24/p30
    ai15<stsd vide AVC-Intra 100 1080i50
    ai16<stsd vide AVC-Intra 100 1080i60
    ai1p<stsd vide AVC-Intra 100 720p24/p30/p60
    ai1q<stsd vide AVC-Intra 100 720p25/p50
    ai52<stsd vide AVC-Intra 50 1080p25
    ai53<stsd vide AVC-Intra 50 1080p24/p30
    ai55<stsd vide AVC-Intra 50 1080i50
    ai56<stsd vide AVC-Intra 50 1080i60
    ai5p<stsd vide AVC-Intra 50 720p24/p30/p60
    ai5q<stsd vide AVC-Intra 50 720p25/p50
    aid3<ftyp ID3 metadata carried as timed metadata in CMAF
    ainf Asset information to identify, license and play
    akID<ilst Account Kind
    alac<alac Apple Lossless Configuration
    alac<stsd soun Apple Lossless
    alac<wave Apple Lossless Configuration
    alaw<stsd soun A-law
    albc<grpl Album Collection entity group
    albm Album
    alis Macintosh Alias
    alis<dref Macintosh Alias
    alis<hdlr Macintosh Alias
    almo Alpha Mode
    alou Album loudness base
    alst<sgpd Alternative startup sequence
    alte<trgr Alternative extraction source
    altr<grpl Alternative entity grouping
    altt<ipco Accessibility text
    amgl<grpl Group of VVC subpicture tracks with different
    amve Ambient Viewing Environment
    amve<ipco Ambient viewing environment
    angl Camera Angle
    ap4h<stsd vide Apple ProRes 4444
    ap4x<stsd vide Apple ProRes 4444 XQ
    apID<ilst Purchase Account
    apac<stsd soun Apple Positional Audio
    apch<stsd vide Apple ProRes 422 HQ
    apcn<stsd vide Apple ProRes 422
    apco<stsd vide Apple ProRes 422 Proxy
    apcs<stsd vide Apple ProRes 422 LT
    aprh<stsd vide Apple ProRes RAW HQ
    aprn<stsd vide Apple ProRes RAW
    apv1<stsd vide APV mezzanine video codec for storage exchange
    apvC APV Codec Configuration
    ardi Audio rendering indication
    assp Alternative startup sequence properties
    atID<ilst Artist ID
    aud <sgpd Access unit delimiter
    auth Author
    auvd<infe Auxiliary Video descriptor
    auxC<ipco Auxiliary type
    auxi Auxiliary track type information
    auxl<iref Auxiliary image item reference
    auxl<tref Auxiliary Track
    auxv<hdlr Auxiliary Video
    av01<ftyp AOM Video Codec
    av01<infe AVIF image item
    av01<stsd vide AV1
    av1C AV1 Configuration
    av1C<ipco AVIF Image item configuration
    av1M<sgpd AV1 Metadata
    av1f<sgpd AV1 Forward Key Frame
    av1m<sgpd AV1 Multi-Frame
    av1s<sgpd AV1 Switch Frame
    av3a<stsd soun AVS3-P3 Codec
    avc1<ftyp ISO Base Media with AVC Extensions
    avc1<infe AVC image item
    avc1<stsd vide AVC (H.264)
    avc2<stsd vide AVC (H.264)
    avc3<stsd vide AVC (H.264)
    avc4<stsd vide AVC (H.264)
    avcC AVC Configuration
    avcC<ipco AVC Image item configuration
    avcE AVC Configuration (Dolby Vision enhancement)
    avcb<sgpd AVC HRD parameters
    avci<ftyp AVC image and image collection brands
    avcn AVC NAL Unit Storage
    avcp<stsd vide Advanced Video Coding Parameters
    avcp<tref AVC parameter set stream link
    avcs<ftyp AVC image sequence brands
    avde<ftyp AVC-based viewport-dependent OMAF video profile
    avif<ftyp AVIF Image
    avio<ftyp AV1 intra-only brand
    avis<ftyp AVIF Image Sequence
    avll<sgpd AVC layer description group
    avmd<hdlr Avid Metadata
    avs3<stsd vide 3nd Generation Audio Video Coding Standard
    avss<sgpd AVC Sub-sequence group
    avst<stsd vide 2nd Generation Audio Video Coding Standard
    b16g<stsd vide Uncompressed Gray (16-bit)
    b32a<stsd vide Uncompressed Gray and Alpha (32-bit)
    b48r<stsd vide Uncompressed RGB (48-bit)
    b64a<stsd vide Uncompressed ARGB (64-bit)
    base<iref Pre-derived image item base reference
    bbxm<ftyp Blinkbox Master File
    bfdb JUMBF Embedded File Description
    bidb JUMBF Embedded File
    bidx Box Index
    bitr<tsel Track differs in bitrate
    blin Baseline
    bloc Base location and purchase location for license
    bmdm Buffer Model Description
    bpcc Bits per component
    braw<stsd vide Blackmagic RAW (RGGB)
    brnd<ipco Item brand (type)
    brob Brotli-compressed
    brst<grpl Burst image entity group
    brst<stsd vide Blackmagic RAW
    brxq<stsd vide Blackmagic RAW
    btrt Bit Rate
    buff Buffering information
    bwas<tsel Track differs by bandwidth
    bxml Binary XML
    c2sh C2PA Salt
    c608<stsd clcp CEA-608 Captions
    c708<stsd clcp CEA-708 Captions
    ca3a<ftyp CMAF Media Profile – AVS3-P3
    ca4m<ftyp CMAF AC-4 Main
    ca4s<ftyp CMAF AC-4 Single Stream
    caaa<ftyp CMAF AAC Adaptive Audio
    caac<ftyp CMAF AAC Core
    cabl<ftyp CMAF OMAF 3D audio baseline profile
    cafr<ftyp CMAF ATSC Full Range Constrained Baseline VVC
    cama<ftyp CMAF AAC multichannel adaptive audio
    camc<ftyp CMAF AAC multichannel audio
    camm<stsd meta Camera Motion
    cams Stereo Camera System
    caqv<ftyp Casio Digital Camera
    casg<sgpd Clean Aperture
    casu<ftyp CMAF MPEG-D USAC audio
    catg<ilst Category
    cavs<stsd soun AVS2-P3 Codec
    cbc1<schm AES-CBC scheme
    cbcs<schm AES-CBC subsample pattern encryption scheme
    cbmp Cubemap Projection
    cbor<jumb CBOR Content
    ccea<ftyp CMAF Supplemental Data - CEA-608/708
    ccff<ftyp Common container file format
    ccid OMA DRM Content ID
    cclv Content Color Volume
    cclv<ipco Content colour volume
    ccst Coding constraints
    cdec<tsel Track differs by codec type in the Sample Entry
    cdef Type and ordering of the components within
    cdep<tref Structural Dependency
    cdm1<ftyp CMAF HEVC HDR10
    cdm4<ftyp CMAF HDR10+ (ST2094-40)
    cdsc<hdlr Content Description
    cdsc<iref Item describes referenced item
    cdsc<tref Content Description
    cdtg<tref Describes the referenced tracks and track groups
    ceac<ftyp CMAF Enhanced AC-3
    cenc<schm AES-CTR scheme
    cens<schm AES-CTR subsample pattern encryption scheme
    cert<schi Certificate
    cevb<ftyp CMAF EVC Baseline Media Profile
    cevm<ftyp CMAF EVC Main Media Profile
    cfhd<ftyp CMAF AVC HD
    cfsd<ftyp CMAF AVC SD
    cgsc<tsel Track can be coarse-grain scaled
    chan Audio Channel Layout
    chap<tref Chapters
    chd1<ftyp CMAF HEVC HDR10
    chd2<ftyp CMAF High frame rate Media Profile - HEVC HDR10H
    chdf<ftyp CMAF AVC HDHF
    chev<ftyp CMAF HEVC-based viewport-dependent OMAF video
    chh1<ftyp CMAF HEVC HHD10
    chhd<ftyp CMAF HEVC HHD8
    chnl Channel Layout
    chpl Chapters (Nero)
    chrm Chroma Location
    cinf Complete track information
    cint<ftyp CMAF Interlaced Media Profile - INT10
    cios<dref Apple Data Reference
    civd<stsd vide Cinepak Video
    clap Clean Aperture
    clap<ipco Clean aperture
    clcp<hdlr Closed Captions
    clcp<tref Closed Captions
    clef Clean Aperture Dimensions
    clev Component Reference Level
    clev<ipco Component Reference Level
    clfn Clip File Name
    clg1<ftyp CMAF HEVC HLG10
    clg2<ftyp CMAF High frame rate Media Profile - HEVC HLG10H
    clid Clip ID
    clip Clipping
    clli Content Light Level
    clli<ipco Content light level
    cloc Chroma Location
    cloc<ipco Chroma Location
    clsf Classification
    clv1<ftyp CMAF MPEG-5 LCEVC
    cmID<ilst Composer ID
    cmap Mapping between a palette and codestream
    cmex<ipco Camera Extrinsic Matrix
    cmf2<ftyp CMAF, version 2
    cmfc<ftyp CMAF
    cmff<ftyp CMAF Fragment
    cmfl<ftyp CMAF Chunk
    cmfr<ftyp CMAF Random Access chunk
    cmfs<ftyp CMAF Segment
    cmfy Stereo Comfort
    cmh1<ftyp MPEG-H audio BL single-stream media profile
    cmh2<ftyp MPEG-H audio BL multi-stream media profile
    cmhm<ftyp CMAF MPEG-H 3D audio LC (mhm2)
    cmhs<ftyp CMAF MPEG-H 3D audio LC (mhm1)
    cmid Camera ID
    cmin<ipco Camera Intrinsic Matrix
    cmnm Camera Name
    cmov Compressed Movie
    cmpd Component Definition
    cmpd<ipco Component Definition
    cmvd Compressed Movie Data
    cn32<stsd tmcd Counter
    cn64<stsd tmcd Counter (64-bit)
    cnID<ilst Catalog ID
    cndm<stsd vide Dynamic Metadata Sample Entry
    cnfg Configuration
    co64 Chunk Offsets (64-bit)
    coif Composition information
    coin Content
    coll Collection
    colr Color
    colr<ipco Colour information
    comp<ftyp Compressed boxes
    covi Coverage information
    covi<ipco Coverage information
    covr Cover Art
    cpad<hdlr CPCM Auxiliary Metadata
    cpal Component Palette Configuration
    cpal<ipco Component Palette Configuration
    cpat Component Pattern Definition
    cpat<ipco Component Pattern Definition
    cpcm<schm CPCM (DVB BlueBook A094) protected content
    cpil<ilst Compilation
    cprt Copyright
    cprt<ilst Copyright
    crgn Clipping Region
    crhd Reserved for ClockReferenceStream header
    crsm<hdlr Clock Reference Stream
    crtt<ipco Creation time information
    crx <ftyp Canon Raw
    csch Compatible scheme type for restricted schemes
    csch<schm Compatible scheme type
    csgm Compact Sample to Group
    csgp Compact Sample to Group
    csh1<ftyp CMAF Scalable HEVC media profile
    cslg Composition to Decode
    cstb Corrected wall clock start time
    cstg<trgr Complete subset
    ctab Color Table
    ctim Cue Time
    ctry Country List
    ctts Composition Offset
    ctyp Controller Type
    cud1<ftyp CMAF HEVC UHD10
    cud2<ftyp CMAF High frame rate Media Profile - HEVC UHD10H
    cud8<ftyp CMAF HEVC UHD8
    cud9<ftyp CMAF High frame rate Media Profile - HEVC UHD8H
    cuvd<ftyp OMAF Unconstrained HEVC, Viewport-Independent
    cuvv HDR Vivid Configuration
    cva1<schm AES-CBC-128 sample variant
    cva2<schm AES-CTR sample variant - supercedes cvar
    cvar<schm AES-CTR sample variant
    cvid<ftyp CMAF HEVC-based viewport-independent OMAF video
    cvid<stsd vide Cinepak
    cvru OMA DRM Cover URI
    cvvc<ftyp Baseline VVC media profile
    cvvm<ftyp CMAF Constrained Multilayer VVC
    cwvt<ftyp CMAF WebVTT
    d263 H.263 Specific
    dOps Opus Configuration
    da0a<ftyp DMB AF audio with MPEG Layer II audio
    da0b<ftyp DMB AF, extending da0a , with 3GPP timed text
    da1a<ftyp DMB AF audio with ER-BSAC audio
    da1b<ftyp DMB AF, extending da1a, with 3GPP timed text
    da2a<ftyp DMB AF audio with HE-AAC v2 audio
    da2b<ftyp DMB AF extending da2a
    da3a<ftyp DMB AF audio with HE-AAC, JPG/PNG/MNG images
    da3b<ftyp DMB AF extending da3a with BIFS
    dac3 AC-3 Configuration
    dac4 Decoder specific info for AC-4 audio
    dadj Disparity Adjustment
    damr AMR Specific
    dash<ftyp DASH
    data Value
    date Date
    dav1<stsd vide AV1-related Dolby Vision consistent with av01
    db1p<ftyp Dolby Vision cross-compatible with HDR10
    db2g<ftyp Dolby Vision cross-compatible with SDR
    db4g<ftyp Dolby Vision cross-compatible with HLG (VUI=14)
    db4h<ftyp Dolby Vision cross-compatible with HLG (VUI =18)
    dbgi<stsd meta DJI Debug Information
    dby1<ftyp Dolby
    dca3 Decoder configuration for AVS3-P3 Codec
    dcfD Marlin DCF Duration, user-data atom type
    dcfi<sgpd VVC decoding capability information
    dcom Data Compression
    ddts DTS Configuration
    dec3 Enhanced AC-3 Configuration
    depi<stsd meta Decoder power indication
    deps<tref Track containing the depth view
    desc<ilst Description
    dfLa FLAC Configuration
    dfce<stsd meta Display fine control
    dhec Default HEVC extractor constructor
    dhlr<hdlr Data Handler
    dihd Data Integrity Hash
    dimg<iref Derived image item reference
    dimm Hint Immediate Bytes Sent
    dinf Data Information
    dint Data Integrity
    dipi<stsd meta Display power indication
    disi Disparity Information
    disi<ipco Disparity Information
    disk<ilst Disc Number
    djmd<stsd meta DJI Telemetry
    dmax Hint Longest Packet
    dmb1<ftyp DMB AF supporting all the components
    dmbd<hdlr DVB Mandatory Metadata
    dmed Hint Media Bytes Sent
    dmix Downmix instructions
    dmlp Decoder specific info for MLP audio
    dmon Mastering Display Metadata
    dobr<grpl Depth of field bracketing entity group
    dobr<ipco Depth of field information
    dobr<sgpd Depth of field bracketing
    dpnd<iref Item coding dependency reference
    dpnd<tref Dependency
    dra1<stsd soun DRA Audio
    drac<stsd vide Dirac Video Coder
    drap<sgpd Dependent random access point
    dref Data References
    drep Hint Repeated Bytes Sent
    drms<stsd soun Protected AAC (iTunes)
    dscp Description
    dsgd DVB Sample Group Description
    dsms<ftyp DASH Self-Initializing Media Segment format type
    dstg DVB Sample to Group
    dtrt<sgpd SVC decode re-timing
    dts+<stsd soun Enhancement layer for DTS layered audio
    dts-<stsd soun Dependent base layer for DTS layered audio
    dts1<ftyp CMAF media profile for audio codecs dtsc dtsh
    dts2<ftyp CMAF media profile for audio codec dtsx
    dts3<ftyp CMAF media profile for audio codec dtsy
    dtsc<stsd soun Core Substream
    dtse<stsd soun Extension Substream containing only LBR
    dtsh<stsd soun Core Substream + Extension Substream
    dtsl<stsd soun Extension Substream containing only XLL
    dtsx<stsd soun DTS-UHD profile 2
    dtsy<stsd soun DTS-UHD profile 3 or higher
    dtva<hdlr TV-Anytime Metadata
    dtyp Data Type
    dv1a<ftyp DMB AF video with AVC video
    dv1b<ftyp DMB AF, extending dv1a, with 3GPP timed text
    dv2a<ftyp DMB AF video with AVC video
    dv2b<ftyp DMB AF extending dv2a
    dv3a<ftyp DMB AF video with AVC video
    dv3b<ftyp DMB AF extending dv3a with 3GPP timed text
    dv5n<stsd vide DVCPRO50 NTSC
    dv5p<stsd vide DVCPRO50 PAL
    dva1<stsd vide Dolby Vision (AVC)
    dvav<stsd vide Dolby Vision (AVC)
    dvc <stsd vide DV NTSC
    dvcC Dolby Vision Configuration
    dvca<stsd soun DV Audio
    dvcp<stsd vide DV PAL
    dvh1<stsd vide Dolby Vision (HEVC)
    dvh2<stsd vide DVCPRO HD 1080p25
    dvh3<stsd vide DVCPRO HD 1080p30
    dvh5<stsd vide DVCPRO HD 1080i50
    dvh6<stsd vide DVCPRO HD 1080i60
    dvhe<stsd vide Dolby Vision (HEVC)
    dvhp<stsd vide DVCPRO HD 720p60
    dvhq<stsd vide DVCPRO HD 720p50
    dvi <stsd soun DVI 4:1
    dvpn<stsd vide DVCPRO NTSC
    dvpp<stsd vide DVCPRO PAL
    dvr1<ftyp DVB RTP
    dvt1<ftyp DVB Transport Stream
    dvvC Dolby Vision Configuration
    dvwC Dolby Vision Configuration
    dxo <ftyp DxO ONE camera
    dyol<stsd meta Dynamic overlay parameters
    dyvm<stsd volv Dynamic spatial region data
    dyvp<stsd meta Dynamic viewpoint parameters
    ec-3<stsd soun Enhanced AC-3
    ecam Extrinsic camera parameters
    ecov<schm Like 'ercm' but overlays may additionally be
    edrp<sgpd EDRAP sample group
    edts Edits
    egid<ilst Episode GUID
    elng Extended Language
    elst Edit List
    emsg Event Message
    emsg<ftyp Event message box present
    enc3<stsd volv Encrypted/protected volumetric visual
    enca<stsd soun Encrypted Audio
    encf<stsd fdsm Encrypted/Protected font
    encm<stsd meta Encrypted/Protected metadata
    encp<stsd hapt Encrypted/protected haptics
    encs<stsd ---- Encrypted Systems stream
    enct<stsd text Encrypted Text
    encu<stsd subt Encrypted/protected subtitles
    encv<stsd vide Encrypted Video
    enda Endianness
    enof Encoded Pixels Dimensions
    eob <sgpd End of bitstream
    eos <sgpd End of sequence
    eply<grpl Playout entity grouping
    eqiv<grpl Equivalent entity grouping
    eqiv<sgpd Equivalent samples
    equi Equirectangular Projection
    erc2<schm Equirectangular or cubemap projected video
    ercm<schm Equirectangular or cubemap projected video
    eroi<iref Region reference
    erpv<schm Equirectangular projected video
    esds Elementary Stream Descriptor
    esgh<sgpd Essential descriptions hierarchy
    essg<schm Essential sample group samples
    etyp Extended type and type combination
    evbi<ftyp EVC Baseline coded image
    evbs<ftyp EVC Baseline coded image sequence
    evc1<infe EVC image item
    evc1<stsd vide Essential Video Coding
    evcC EVC configuration
    evcC<ipco EVC image item configuration
    evcr<tref EVC slice base track
    evir<iref EVC slice reference
    evm1<stsd vide Essential Video Coding slice base track
    evmi<ftyp EVC Main coded image
    evms<ftyp EVC Main coded image sequenc
    evs1<stsd vide EVC Slices
    evs2<stsd vide EVC Slices and Parameter Sets
    evsC Configuration for EVC slice component track
    evte<stsd meta Event message instance
    evti Event information
    exbl<iref Scalable image item reference
    extr Hint extra data
    eyes Stereo View
    fLaC<stsd soun FLAC
    fade<ipco Fade transition effect
    fall<tref Alternate Format (fallback)
    favc<grpl Favorites Collection entity group
    fdel File delivery information (item info extension)
    fdel<iref File delivery reference
    fdp <stsd hint File delivery hints
    fdpa FD packet
    fdsa FD sample
    fdsc<gmhd GoPro File Description Header
    fdsc<stsd meta GoPro Recovery Data
    fdsm<hdlr Font
    feci FEC Informatiom
    fecr FEC Reservoir
    fgsc<tsel Track can be fine-grain scaled
    fidx Box File Index
    fiel Field Handling
    fiin FD Item Information
    fire File Reservoir
    fl32<stsd soun PCM (32-bit floating point)
    fl64<stsd soun PCM (64-bit floating point)
    flic<stsd vide Autodesk FLIC
    flvr<ilst Flavor
    fobr<grpl Focus bracketing exposure bracketing
    fobr<ipco Focus information
    fobr<sgpd Focus bracketing exposure bracketing
    fodv<schm Open-ended scheme type for fisheye
    folw<tref Subtitle Follows
    font<iref Font item reference
    font<tref Fonts
    forc<tref Forced Subtitles
    fovd Fisheye omnidirectional video
    fovi Fisheye video essential info
    fovi<ipco Essential fisheye information
    fpac Frame Packing Information
    fpac<ipco Frame Packing Information
    fpar File Partition
    fpcm<stsd soun PCM (floating point)
    frar<tsel Track differs in frame rate
    free Free Space
    frma Original Format
    frpa Front Part
    ftab Font Table
    ftyp File Type
    fvsi Fisheye video supplemental info
    fvsi<ipco Supplemental fisheye information
    g719<stsd soun ITU-T Recommendation G.719 (2008)
    g726<stsd soun ITU-T Recommendation G.726 (1990)
    gama Gamma
    geID<ilst Genre ID
    gesm<hdlr General MPEG-4 systems streams
    gif <stsd vide GIF
    gitn Group ID to name
    glbl Global Codec Header
    gmhd Generic Media Header
    gmin Generic Media Information
    gnre Genre
    gnre<ilst Genre
    gpmd<gmhd GoPro Metadata Header
    gpmd<stsd meta GoPro Telemetry
    gps <moov GPS Data List
    gpsX GPS Data Index
    grid<infe Image item grid derivation
    grpi OMA DRM Group ID
    grpl Groups List
    h261<stsd vide H.261
    h263<stsd vide H.263
    hapt<hdlr Haptics
    hdlp<ipco Media Handler
    hdlr Handler
    hdv1<stsd vide HDV 720p30
    hdv2<stsd vide HDV 1080i60
    hdv3<stsd vide HDV 1080i50
    hdv5<stsd vide HDV 720p25
    hdv6<stsd vide HDV 1080p24
    hdv7<stsd vide HDV 1080p25
    hdv8<stsd vide HDV 1080p30
    hdvd<ilst HD Video
    heic<ftyp HEIC Image
    heim<ftyp L-HEVC image and image collection brands
    heis<ftyp L-HEVC image and image collection brands
    heix<ftyp HEIC Image (10-bit)
    heoi<ftyp OMAF HEVC image profile
    hero Hero Eye
    hev1<stsd vide HEVC (H.265)
    hev2<stsd vide HEVC video with constrained extractors and/or
    hev3<stsd vide HEVC video with extractors and/or aggregators
    hevc<ftyp HEIC Image Sequence
    hevd<ftyp HEVC-based viewport-dependent OMAF video profile
    hevi<ftyp HEVC-based viewport-independent OMAF video
    hevm<ftyp L-HEVC image sequence brands
    hevs<ftyp L-HEVC image sequence brands
    hevx<ftyp HEVC image sequence brands
    hfov Horizontal Field of View
    hind<tref Hint Dependency
    hinf Hint Statistics
    hint<hdlr Hint
    hint<tref Hinted Track
    hinv Hint Version
    hmhd Hint Media Header
    hnti Hint Information
    hpix Hipix Rich Picture
    hpix<hdlr Hipix Rich Picture Format
    hvc1<infe HEVC image item
    hvc1<stsd vide HEVC (H.265)
    hvc2<stsd vide HEVC video with constrained extractors and/or
    hvc3<stsd vide HEVC video with extractors and/or aggregators
    hvcC HEVC Configuration
    hvcC<ipco HEVC Image item configuration
    hvcE HEVC Configuration (Dolby Vision enhancement)
    hvce<ftyp L-HEVC explicit reconstruction
    hvci<ftyp L-HEVC implicit reconstruction
    hvcx<ftyp L-HEVC extended explicit reconstruction brand
    hvt1<infe HEVC tile image item
    hvt1<stsd vide HEVC tile tracks
    hvt2<stsd vide HEVC slice segment data track
    hvt3<stsd vide HEVC Tile Track with Slice Segment Header Info
    hvtC HEVC Tile Configuration
    hvti<ftyp HEVC Tile Track
    i420<stsd vide YUV 420 8 bits planar Y Cb Cr
    iacb Immersive Audio Configuration
    iamf<ftyp Immersive Audio Model and Formats
    iamf<stsd soun Immersive Audio Model and Formats
    iaug<grpl Image item with an audio track
    iaux<ipco Item Auxiliary Information
    icam Intrinsic camera parameters
    icnu OMA DRM Icon URI
    icod<stsd vide Apple Intermediate Codec
    icp3<stsd volv Incomplete volumetric visual
    icpa<stsd soun Incomplete audio
    icph<stsd hint Incomplete hint
    icpm<stsd meta Incomplete timed metadata
    icpp<stsd hapt Incomplete haptics
    icps<stsd ---- Incomplete system
    icpt<stsd text Incomplete text
    icpv<stsd vide Incomplete video
    idat Item Data
    iden Cue ID
    iden<infe Image item identity derivation
    idsc Image Description
    ienc<ipco Item Encryption
    ifaa<ftyp IFE-AAC Core Media Profile
    ifah<ftyp IFE-AV1-HD Media Profile
    ifai<ftyp IFE-AV1-HDHDR Media Profile
    ifas<ftyp IFE-AV1-SD Media Profile
    ifau<ftyp IFE-AV1-UHD10 Media Profile
    ifav<ftyp IFE-AV1-HDR10 Media Profile
    ifhd<ftyp IFE-HD Media Profile
    ifhh<ftyp IFE-HDHDR Media Profile
    ifhr<ftyp IFE-HDR10 Media Profile
    ifhs<ftyp IFE-HSD Media Profile
    ifhu<ftyp IFE-UHD10 Media Profile
    ifhx<ftyp IFE-HHD10 Media Profile
    ifrm<ftyp Apple iFrame Specification, Version 8.1 Jan 2013
    ifsd<ftyp IFE-SD Media Profile
    ihdr Image Header
    iinf Item Information
    iivo<ipco Initial viewing orientation
    ilce<sgpd Field Interlace Type
    ilcp<ipco Field Interlace Property
    iloc Item Locations
    iloc<iref Item data location
    ilst Metadata Items
    im1i<ftyp CMAF IMSC1 Image
    im1t<ftyp CMAF IMSC1 Text
    im2i<ftyp CMAF IMSC1.1 Image
    im2t<ftyp CMAF IMSC1.1 Text
    ima4<stsd soun IMA 4:1
    imap Input Map
    imda Identified media data
    imdt<dref Identified media data
    imgp<sean VR Imaging Parent
    imif IPMP
    imir<ipco Image mirroring
    impn<imgp VR Panorama Imaging
    in24<stsd soun PCM (24-bit)
    in32<stsd soun PCM (32-bit)
    infe Item Information Entry
    infu OMA DRM Info URL
    invo<stsd meta Initial viewing orientation
    invp<stsd meta Initial viewpoint
    iods Object Descriptor
    iovl<infe Image item overlay derivation
    ipcm<stsd soun PCM
    ipco Item Property Container
    ipdc<hdlr DVB IPDC ESG Metadata
    iphd Reserved for IPMP Stream header
    ipir<tref IPI Declarations
    ipma Item Property Associations
    ipmc IPMP Control
    ipro Item Protection
    iprp Item Properties
    ipsm<hdlr IPMP Stream
    iref Item References
    iroi SVC region of interest
    irot<ipco Image rotation
    isc2<ftyp Files encrypted according to ISMACryp 2.0
    iscl<ipco Image scaling
    iso2<ftyp ISO Base Media, version 2
    iso3<ftyp ISO Base Media, version 3
    iso4<ftyp ISO Base Media, version 4
    iso5<ftyp ISO Base Media, version 5
    iso6<ftyp ISO Base Media, version 6
    iso7<ftyp ISO Base Media, version 7
    iso8<ftyp ISO Base Media, version 8
    iso9<ftyp ISO Base Media, version 9
    isoa<ftyp Version of the ISO file format
    isob<ftyp Version of the ISO file format
    isoc<ftyp Version of the ISO file format
    isod<ftyp Version of the ISO file format
    isom<ftyp ISO Base Media
    ispe<ipco Image spatial extents
    istm Hint initial sample time
    it35<infe T.35 Item
    it35<sgpd T.35 sample group
    itai<ipco TAI Timestamp
    itif Item Information
    ixse<stsd meta DVB Track Level Index Track
    j2is<ftyp JPEG 2000 image sequence in ISO/IEC 23008-12
    j2k1<infe JPEG 2000 image item
    j2kH JPEG 2000 header info
    j2kP JPEG 2000 prefix
    j2ki<ftyp JPEG 2000 image and image collections in ISO/IEC
    j2ki<stsd vide Sequence of JPEG 2000 Contiguous Codestream
    j2ks<ftyp Motion JPEG 2000 in ISO/IEC 23008-12 files
    jP   JPEG 2000 Signature
    jbrd JPEG bitstream reconstruction data
    jp2 <ftyp JPEG2000 Part 1
    jp2c JPEG 2000 contiguous codestream
    jp2h Header
    jp2i Intellectual property information
    jp2p JPEG 2000 Profile
    jp2x JPEG 2000 Extension
    jpeg<ftyp JPEG-specific still image brand
    jpeg<infe JPEG image item
    jpeg<stsd vide JPEG
    jpgC JPEG Configuration
    jpgC<ipco JPEG image item configuration
    jpgs<ftyp JPEG image sequence brands
    jpm <ftyp JPEG 2000 Part 6 Compound Images
    jpoi<ftyp OMAF legacy image profile
    jpsi<ftyp JPSearch data interchange format
    jptp JPEG XS Video Transport Parameter
    jpvi JPEG XS Video Information
    jpvs JPEG XS Video Support
    jpx <ftyp JPEG2000 Part 2
    jpxb<ftyp JPEG XR
    json<jumb JSON Content
    jsub JPEG 2000 Chroma Subsampling
    jumb JPEG Universal Metadata Box Format (JUMBF)
    jumd JUMBF Description
    junk Junk
    jxl <ftyp JPEG XL
    jxlc JPEG XL Codestream
    jxli JPEG XL Frame Index
    jxll JPEG XL Level
    jxlp JPEG XL Partial Codestream
    jxpl JPEG XS Profile and Level
    jxs <ftyp Still Image File Format for JPEG XS
    jxs1<infe Images coded to the JPEG-XS coding format
    jxsH<ipco JPEG XS Header
    jxsc<ftyp Codestream for JPEG XS
    jxsi<ftyp JPEG XS image and image collections for HEIF
    jxsm<stsd vide Video and image sequences coded to the JPEG-XS
    jxss<ftyp JPEG XS image sequences for HEIF
    key <schi Key ID
    keyd Key Declaration
    keys Metadata Keys
    keys<mebx Metadata Key Table
    keyw<ilst Keywords
    kind Track Kind
    kmat Compressed Matte
    kywd Keywords
    labl Label
    lang Language List
    lang<tsel Track differs in language
    lbli<sgpd HEVC External base layer
    ldep Tier dependency
    ldes<ilst Long Description
    lens Lens
    leqi Loudness equalization instructions
    leva Level Assignment
    lhe1<stsd vide Layered HEVC
    lht1<stsd vide Layered HEVC tile tracks
    lhte<ftyp L-HEVC Tile Track Explicit brand
    lhti<ftyp L-HEVC Tile Track Implicit brand
    lhv1<infe Layered HEVC image item
    lhv1<stsd vide Layered HEVC
    lhvC Layered HEVC Configuration
    lhvC<ipco Layered HEVC Image item configuration
    linf<sgpd L-HEVC and VVC layer information
    lmsg<ftyp DASH Last Media Segment
    lnex Lens Extrinsics
    lnhd Lens Header
    lnin Lens Intrinsics
    lnsc Lens Collection
    load Track Load Settings
    loca Locale
    loci Location
    loop Looping behavior
    lpcm<stsd soun PCM
    lrcu OMA DRM Lyrics URI
    lsel<ipco Layer selection
    ludt Track loudness
    lvc1<stsd vide LCEVC video track
    lvcC LCEVC configuration
    lyra<tref Audio layer track dependency
    m1v <stsd vide MPEG-1 Video
    m1v1<stsd vide MPEG-1 Video
    m2ts<stsd hint MPEG-2 transport stream for DMB
    m2v1<stsd vide MPEG-2 Video
    m4ae<stsd soun MPEG-4 Audio Enhancement
    m4ds MPEG-4 descriptors
    m7hd Reserved for MPEG7Stream header
    m7sm<hdlr MPEG7Stream
    maeI MPEG-H Audio scene information
    maeM MPEG-H Audio multi-stream signalling
    manu Camera Manufacturer
    mask<iref Region mask reference
    matt Track Matte
    maxr Hint maximum rate
    mcrs<ipco Model coordinate reference system
    md5i MD5 Integrity
    mdat Media Data
    mdcv Mastering Display Color Volume
    mdcv<ipco Mastering display colour volume
    mdft<ipco Modification time information
    mdhd Media Header
    mdia Media
    mdir<hdlr Metadata (iTunes)
    mdln Samsung Model Name
    mdri Mutable DRM information
    mdta<hdlr Metadata (reverse-DNS keys)
    mdta<keys Metadata Key
    me4c Metadata key namespace
    mean Reverse-DNS Domain
    mebx<stsd meta Timed Metadata
    meco Additional Metadata
    mehd Movie Extends Header
    mela<tsel Track differs in language
    meof Media offset
    meov<schm Closed scheme type for mesh omnidirectional
    mere Metabox Relation
    mesh Mesh
    meta Metadata
    meta<hdlr Metadata
    mett<stsd meta Text Metadata
    metx<stsd meta XML Metadata
    mfhd Movie Fragment Header
    mfra Movie Fragment Random Access
    mfro Movie Fragment Random Access Offset
    mha1<stsd soun MPEG-H Audio (single stream, unencapsulated)
    mha2<stsd soun MPEG-H Audio (multi-stream, unencapsulated)
    mhaC MPEG-H Audio Decoder Configuration
    mhaD MPEG-H Audio dynamic range control and loudness
    mhaP MPEG-H Audio profile and level compatibility set
    mhdr<meta Metadata Header
    mhlr<hdlr Media Handler
    mhm1<stsd soun MPEG-H Audio (single stream, MHAS encapsulated)
    mhm2<stsd soun MPEG-H Audio (multi-stream, MHAS encapsulated)
    miaf<ftyp MIAF general MIAF requirements
    mif1<ftyp HEIF Image
    mif2<ftyp HEIF Image with CICP Alpha and Depth
    mime<infe Item identified by a MIME type
    minf Media Information
    mini Minimized Image
    minp<sgpd VVC mixed NAL unit type pictures
    mint<infe Data integrity item
    mint<iref Data integrity reference
    mixn<tref Used in indicating combinations that result
    mj2s<ftyp Motion JPEG 2000 Simple Profile
    mjhd Reserved for MPEG-J Stream header
    mjht Huffman Table
    mjp2<ftyp Motion JPEG 2000
    mjp2<stsd vide Motion JPEG 2000
    mjpa<stsd vide Motion JPEG (format A)
    mjpb<stsd vide Motion JPEG (format B)
    mjpg<stsd vide JPEG image sequences
    mjqt Quantization Table
    mjsm<hdlr MPEG-J Stream
    mlix<stsd meta DVB Movie level index track
    mlpa<stsd soun MLP Audio
    mmvi Multimap video
    modl Camera Model
    modv<schm Open-ended scheme type for mesh omnidirectional
    moof Movie Fragment
    moov Movie
    movd Mesh omnidirectional video
    mp1v<stsd vide MPEG-1 Video
    mp21<ftyp MPEG-21
    mp21<hdlr MPEG-21 Digital item
    mp2v<stsd vide MPEG-2 Video
    mp41<ftyp MP4, version 1
    mp42<ftyp MP4, version 2
    mp4a<stsd soun MPEG-4 Audio
    mp4a<wave MPEG-4 Audio Format
    mp4s<stsd ---- MPEG-4 Systems
    mp4v<stsd vide MPEG-4 Visual
    mp71<ftyp MP4 with MPEG-7 Metadata
    mp7b<hdlr MPEG-7 (binary meta-data)
    mp7t<hdlr MPEG-7 (textual meta-data)
    mpd <hdlr MPD contained in a metabox
    mpdl<hdlr MPD link contained in a metabox
    mpod<tref Object Descriptor Inclusion
    mpsz<tsel Track differs in the maximum RTP Packet size
    mpuf<ftyp Compliance with the MMT Processing Unit format
    mpvd Motion Photo Video
    ms\x00U Windows Wave Format (MP3)
    ms\x00U<stsd soun MPEG-1 Audio Layer 3
    ms\x00\x02 Windows Wave Format (Microsoft ADPCM)
    ms\x00\x02<stsd soun Microsoft ADPCM
    ms\x00\x11 Windows Wave Format (IMA ADPCM)
    ms\x00\x11<stsd soun DVI/IMA ADPCM
    msdh<ftyp DASH Media Segment
    msf1<ftyp HEIF Image Sequence
    msix<ftyp DASH Indexed Media Segment
    mskC<ipco Mask item configuration
    mski<infe Mask item
    msrc<trgr Multi-source presentation
    mstv MVC sub track view
    mtxf<ipco Model transformation
    mtyp<tsel Track differs in media type (handler type)
    musi<hdlr Music
    musi<stsd musi QuickTime Music
    must Required Box Types
    muxa<ftyp Apple HEVC Video with Alpha
    muxa<stsd vide Muxed Alpha HEVC
    mvc1<stsd vide Multiview coding
    mvc2<stsd vide Multiview coding
    mvc3<stsd vide Multiview coding
    mvc4<stsd vide Multiview coding
    mvcC MVC configuration
    mvcP MVC priority assignment
    mvcg Multiview group
    mvci Multiview Information
    mvd1<stsd vide MVD stream
    mvd2<stsd vide MVD stream
    mvd3<stsd vide MVD stream
    mvd4<stsd vide MVD stream
    mvdC MVCD Configuration
    mvex Movie Extends
    mvhd Movie Header
    mvif<sgpd MVC Scalability Information
    mvra Multiview Relation Attribute
    mx3n<stsd vide MPEG-2 IMX 525/60 (30 Mb/s)
    mx3p<stsd vide MPEG-2 IMX 625/50 (30 Mb/s)
    mx4n<stsd vide MPEG-2 IMX 525/60 (40 Mb/s)
    mx4p<stsd vide MPEG-2 IMX 625/50 (40 Mb/s)
    mx5n<stsd vide MPEG-2 IMX 525/60 (50 Mb/s)
    mx5p<stsd vide MPEG-2 IMX 625/50 (50 Mb/s)
    nalm<sgpd NAL unit map entry
    name Name
    name<cn32 Timecode Source Name
    name<cn64 Timecode Source Name
    name<tc64 Timecode Source Name
    name<tmcd Timecode Source Name
    nclx<colr Normal color information
    ndwt Nominal Diffuse White
    nfas<sgpd Indicates the samples where the neural-network
    nfcs<sgpd Efficient representation of neural-network
    niko<ftyp Nikon Digital Camera
    nloc<vrni VR Node Location
    nlsl<ftyp Non-linear storyline toolset brand
    nmhd Null Media Header
    nnet<hdlr Neural network handler
    nnr1<infe Neural network item (NNR)
    nnrC<ipco Configuration item property for 'nnr1' item
    npck Hint Packets Sent
    nras<ftyp No Leading Picture Sync Brand
    nrtm<hdlr Non-Real Time Metadata (XAVC Format)
    null<hdlr Null
    nump Hint Packets Sent
    nv12<stsd vide YUV 420 8 bits semi-planar Y CbCr
    nv21<stsd vide YUV 420 8 bits semi-planar Y CrCb
    nvws<tsel Number of views in the sub track
    oa2d<ftyp OMAF 2D audio legacy profile
    oabl<ftyp OMAF 3D audio baseline profile
    obid Object ID
    ochd Reserved for ObjectContentInfoStream header
    ocpc<stsd meta Object centre points correspondence between
    ocsm<hdlr Object Content Info Stream
    odaf OMA DRM Access Unit Format
    odcf<ftyp OMA DCF (DRM Content Format)
    odda OMA DRM Content Object
    odhd Reserved for ObjectDescriptorStream header
    odhe OMA DRM Discrete Media Headers
    odkm OMA DRM Key Management
    odkm<schm OMA DRM KMS protection scheme
    odrb OMA DRM Rights Object
    odrm OMA DRM
    odsm<hdlr Object Descriptor Stream
    odtt OMA DRM Transaction Tracking
    ohdr OMA DRM Common headers
    oinf<ipco HEVC operating point
    oinf<sgpd L-HEVC operating points information
    oksd<stsd meta OMA Keys
    ompp<ftyp OMAF viewport-independent baseline presentation
    opeg<grpl VVC operating points
    opf2<ftyp OMA PDCF (DRM Content Format)
    opth<sgpd L-HEVC and VVC Operating Point Decode Time Hint
    opx2<ftyp OMA Adapted PDCF
    oref<tref Track that contains an 'oref' sample group
    orfo JPEG 2000 Original Format
    orie Orientation information
    otcf OMAF timed text configuration
    otyp Original file type
    oval<grpl Grouping of overlays that are alternatives
    ovbg<grpl Grouping of overlays and background visual media
    ovdp<ftyp OMAF viewport-dependent baseline presentation
    ovly Overlay configuration
    ovly<ftyp Overlay toolset brand
    ovly<ipco Overlay configuration
    owma<stsd soun Windows Media Audio
    ownr<ilst Owner
    pack View Packing
    padb Padding Bits
    paen Partition Entry
    paff<ftyp Generic Partial File
    pana<ftyp Panasonic Digital Camera
    pano<grpl Panorama entity group
    pano<ipco Panorama information
    pano<sgpd Panorama sample group
    pase<sgpd Parameter set
    pasp Pixel Aspect Ratio
    pasp<ipco Pixel aspect ratio
    pasr<sgpd Pixel Aspect Ratio
    payl Cue Payload
    payt Hint Payload ID
    pclr Palette which maps a single component in index
    pcmC PCM Configuration
    pcst<ilst Podcast
    pdat Partial Data
    pdc1 Parametric DRC coefficients
    pdi1 Parametric DRC instructions
    pdin Progressive Download Information
    perf Performer
    pfhd Partial File Header
    pfil Partial File
    pgap<ilst Gapless Playback
    pict<hdlr Image
    piff<ftyp Protected Interoperable File Format
    pinf Protection Information
    pitm Primary Item
    pixi<ipco Pixel information
    pkin View Packing Information
    plID<ilst Playlist ID
    ploc Partial Segment Location
    pm2t<stsd hint Protected MPEG-2 Transport
    pmax Hint Largest Packet
    pmff<ftyp Mixed Partial File
    png <stsd vide PNG
    pnot Preview
    pnvi<ftyp Panasonic Video Intercom
    podv<schm Open-ended scheme type for omnidirectional video
    potg<trgr Playout
    povd Projected omnidirectional video
    pprr<sgpd Picture region replacement
    pred<ftyp HEIF Image with Predictively Coded Items
    pred<iref Predictively coded item reference
    prem<iref Pre-Multiplied item
    prfl Profile
    prfr Projection format
    prfr<ipco Projection format
    prft Producer Reference Time
    prhd Projection Header
    prji Projection Information
    prmd Production metadata
    prmr Production metadata reference
    prof Production Aperture Dimensions
    prof<colr Full ICC color profile
    proj Projection
    prol<sgpd Audio Pre-roll
    prsl<grpl Preselection grouping
    prtp<stsd hint Protected RTP Reception
    pseg Partial Segment
    pshd Partial Segment Header
    pss1<sgpd In-band parameter set indication
    pssh Protection System Header
    ptle Partial Top Level Entry
    ptv  Print to Video
    purd<ilst Purchase Date
    purl<ilst Podcast URL
    pxlt<stsd vide Apple Pixlet
    pymd<grpl Image Pyramid
    qd3d<hdlr QuickDraw 3D
    qd3d<stsd qd3d QuickDraw 3D
    qdrw<stsd vide QuickDraw
    qlif Layer quality assignments
    qt  <ftyp QuickTime
    qtvr<stsd qtvr QuickTime VR
    r210<stsd vide Uncompressed RGB (10-bit)
    r408<stsd vide Uncompressed 4:4:4:4 (8-bit)
    rICC<colr Restricted ICC color profile
    rap <sgpd Random Access Point
    rash<sgpd Rate share
    rate<ilst Rating
    raw <stsd soun PCM (8-bit unsigned)
    raw <stsd vide Uncompressed RGB
    rcsr receivedCSRC
    rcvp<stsd meta Recommended Viewport
    rdrf Data Reference
    recr<tref Resolved by extracting an indicated subset
    reel Reel Name
    refs<sgpd Direct reference samples list
    relo<ftyp Combination brand to indicate relative
    res  Grid resolution
    resa<stsd soun Restricted Audio
    resc Grid resolution at which the image was captured
    resc<tsel Track can be region-of-interest scaled
    resd Default grid resolution at which the image
    resv<stsd vide Restricted Video
    reve Reference Viewing Environment
    rgan<infe Region item
    rgb3<stsd vide RGB 24 bits packed
    rgba<stsd vide RGBA 32bits packed
    righ<schi Rights
    rinf Restricted Scheme
    risx<ftyp Representation Index Segment used to index
    rle <stsd vide Apple Animation
    rloc<ipco Relative location
    rm2t<stsd hint MPEG-2 Transport Reception
    rmag Alternate Group
    rmcd Component Check
    rmcs CPU Speed
    rmda Reference Movie Descriptor
    rmdr Data Rate
    rmla Language
    rmqu Quality
    rmra Reference Movie
    rmvc Version Check
    rndr<tref Rendering Metadata
    roll<sgpd Roll Recovery
    rosc Sphere region configuration
    rotn Rotation
    rotn<ipco Rotation
    rpza<stsd vide Apple Video
    rref<ipco Required reference types
    rreq Reader Requirements (JPEG 2000)
    rrgn SVC rect region
    rror<sgpd Rectangular region order
    rrtp<stsd hint RTP reception
    rsot Redundant Sample Original Timing
    rsrc<dref Macintosh Resource
    rsrc<hdlr Macintosh Resource
    rsrp<stsd hint SRTP Reception
    rssr Received Ssrc
    rtcp<stsd hint RTCP reception hint track
    rtmd<stsd meta Sony Real-Time Metadata
    rtng Rating
    rtng<ilst Content Rating
    rtp <hnti Movie Session Description
    rtp <stsd hint RTP Hints
    rtpo RTP Offset
    rtpx RTP Header Extension
    rv60<stsd vide RealVideo Codec 11
    rvif Recommended viewport information
    rvp2<stsd meta Recommended viewport concerning one or more
    rwpk Region-wise packing
    rwpk<ipco Region-wise packing
    s263<stsd vide H.263 (3GPP)
    sabt<tref HEVC Tile Track
    saie<ftyp Sizes of Auxiliary Information, versions 1, 2
    saio Auxiliary Information Offsets
    saiz Auxiliary Information Sizes
    samr<stsd soun AMR (narrowband)
    samr<wave AMR Format
    sap <sgpd Stream Access Point
    sato<iref Sample Transform Derived Image Items combine
    saut Samsung Author
    sawb<stsd soun AMR (wideband)
    sawp<stsd soun Extended AMR-WB (AMR-WB+)
    sbas<tref Scalable base
    sbgp Sample to Group
    sbpm Sensor Bad Pixels Map
    sbpm<ipco Sensor Bad Pixels Map
    sbtl<hdlr Subtitle
    sbtt<stsd subt Text subtitles
    scal<tref Scalable extraction
    scen Scene
    schi Scheme Information
    schm Scheme Type
    scif<sgpd SVC Scalability Information
    scnm<sgpd AVC/SVC/MVC map groups
    scpt<tref Transcript
    scrb Scramble scheme information
    scsz<tsel Track differs in width and/or height
    scvg<trgr Component video track group
    sdep Sample dependency
    sdes<ilst Store Description
    sdhd Reserved for SceneDescriptionStream header
    sdp  SDP Text
    sdp <hnti Session Description
    sdsm<hdlr Scene Description Stream
    sdtp Sample Dependency Types
    sdv <ftyp SD Video
    sdvp SD Profile
    seam<sgpd Original Encoding Sequence
    sean<qtvr VR World
    sefd Samsung Trailer
    segr File delivery session group
    seib Scalability information
    seig<sgpd Sample Encryption
    seii SEI
    senc Sample Encryption
    senv<ftyp Video contents Sony Entertainment Network
    setu Setup Data
    sevc<stsd soun EVRC Voice
    sevs<stsd soun Enhanced Voice Services (EVS)
    sfID<ilst Store Country
    sgpd Sample Group Descriptions
    shot Shot
    shsc<tref Reference to a shadow sync sample track
    shwm<ilst Show Movement
    sidx Segment Index
    silb Scheme ID list
    sims<ftyp Sub-Indexed Media Segment format type for ISO
    sinf Protection Scheme
    sisx<ftyp Single Index Segment used to index MPEG-2 TS
    siti<ftyp HEVC-based simple tiling OMAF video profile
    sitv<ftyp VVC-based simple tiling OMAF video profile
    skip Free Space
    skmm<hdlr Key Management Messages
    slh1<ftyp Dynamic metadata for Single Layer SDR-compatible
    slh2<ftyp Dynamic metadata for Single Layer PQ-based HDR
    slh3<ftyp Dynamic metadata for Single Layer HLG-based HDR
    slid<grpl Slideshow entity group
    slno Camera Serial Number
    sm2t<stsd hint MPEG-2 Transport Server
    smc <stsd vide Apple Graphics
    smhd Sound Media Header
    smhr<hdlr Samsung Video Metadata Handler
    smrd Samsung Recording Data
    smta Samsung Metadata
    snim<dref Sequence number identified media data
    snro RTP sequence number offset
    snuc Sensor Non-Uniformity Correction
    snuc<ipco Sensor Non-Uniformity Correction
    snut<trgr Group of VVC subpicture tracks where the VCL NAL
    soaa<ilst Sort Album Artist
    soal<ilst Sort Album
    soar<ilst Sort Artist
    soco<ilst Sort Composer
    sonm<ilst Sort Name
    sosn<ilst Sort Show
    soun<hdlr Sound
    sowt<stsd soun PCM (little-endian)
    spdb ServiceProtectionDescription scoped to the SRTP
    spid<ipco VVC subpicture ID
    spid<sgpd VVC subpicture ID
    spki Sample packing
    spkt<schm Packed Samples
    spli<sgpd VVC subpicture level information
    splt<ipco Split transition effect
    splz Polarization Pattern Definition
    splz<ipco Polarization Pattern Definition
    spor<ipco VVC subpicture order
    spor<sgpd VVC subpicture order
    sprg Sub-picture region
    sprt<hdlr Sprite
    sprt<stsd sprt QuickTime Sprite
    spsc<tsel Track can be spatially scaled
    sqcp<stsd soun 13K Voice
    srat Sampling Rate
    srcq Sample Rate Converter Quality
    srmb System Renewability Message
    srmc System Renewability Message
    sroc SRTP rollover counter
    srpp STRP Process
    srqr Sphere region quality ranking
    srtp<stsd hint SRTP Hints
    ssix Subsegment Index
    ssld<ipco Suggested time display duraton
    ssmv<stsd soun SMV Voice
    ssrc<tref Nonprimary Source
    ssrt Sub-sample Reference Table
    ssss<ftyp Subsegment Index Segment used to index MPEG-2 TS
    sstl SVC sub track layer
    st3d Stereoscopic 3D
    stbl Sample Table
    stco Chunk Offsets
    stcp<stsd hint SRTCP reception hint track
    stdp Degradation Priority
    ster<grpl Stereo entity grouping
    ster<trgr Stereo pair
    stgs Sync Sample Group
    sthd Subtitle Media Header
    stik<ilst Media Kind
    stmd<stsd meta Metadata for ERP
    stmg MVC sub track multiview group
    stmi<sgpd Sample To Metadata Item Entry
    stpe<ipco Suggested transition period
    stpp<stsd subt TTML Subtitles
    stps Partial Sync Samples
    strd Sub-track definition
    strf Windows Bitmap Format
    stri Sub-track information
    stri<eyes Stereo View Information
    strk Sub track information
    strm<hdlr Streaming
    stsa<sgpd Stepwise Temporal Layer
    stsc Sample to Chunk
    stsd Sample Descriptions
    stsg Sub-track
    stsh Shadow Sync Samples
    stsl Sample Scaling
    stss Sync Samples
    stsz Sample Sizes
    sttg Cue Settings
    stti Sub track tier
    stts Decoding Time to Sample
    stvg<trgr Tile video track group
    stvi Stereo Video
    stvi<ipco Frame packing
    stvi<schm Stereo video restricted scheme
    stxt<stsd text Simple timed text
    styp Segment Type
    stz2 Compact Sample Sizes
    subp<hdlr Subpicture
    subp<tref Referenced VVC subpicture tracks or 'alte' track
    subs Subsample Information
    subs<ipco Subsample information
    subt<hdlr Subtitle
    subt<tref Subtitle or timed text or overlay graphical
    suep Signer identity information
    sulm<sgpd VVC subpicture layout
    sumi Supplemental surveillance meta information
    supm<tref Referenced tracks provide supplementary video
    surl Source URL
    sv3d Spherical Video
    svc1<stsd vide Scalable Video Coding
    svc2<stsd vide Scalable Video Coding
    svcC SVC configuration
    svcM<stsd meta SVC metadata
    svcP SVC priority assignments
    svdr SVC dependency range
    sve1<schm AES-CTR content sensitive encryption
    svhd Spherical Video Header
    svip Initial parameter sets box for tiers
    svmC SVC information configuration
    svpr Priority range
    swfr<tref AVC Switch from
    swpc<grpl Object switch alternatives grouping
    swre Software
    swtc Multiview Group Relation
    swtk<grpl VVC switchable tracks
    swtk<tsel Track differs in switchable tracks hierarchy ID
    swto<tref AVC Switch to
    sync<sgpd Sync Sample
    sync<tref Synchronization
    tOD  MPEG-2 OD information
    tPAT MPEG-2 PAT
    tPMT MPEG-2 PMT
    tagc Media Characteristic
    tags Tags (Nero)
    taic TAI Clock Information
    tapt Track Aperture Mode Dimensions
    tbas<iref HEVC Tile track base item reference
    tbas<tref HEVC Tile track base
    tc64<stsd tmcd Timecode (64-bit)
    tcmi Timecode Media Information
    tele<sgpd Temporal Level
    tenc Track Encryption
    tesc<tsel Track can be temporally scaled
    text<gmhd Text Media Header
    text<hdlr Text
    text<stsd text QuickTime Text
    tfad Track fragment adjustment
    tfdt Track Fragment Decode Time
    tfhd Track Fragment Header
    tfma Track fragment media adjustment
    tfra Track Fragment Random Access
    tga <stsd vide Targa
    thmb Thumbnail
    thmb<iref Thumbnail image item reference
    thmb<tref Thumbnails
    tibr Tier Bit rate
    tiep<ipco Model tie-point
    tiff<stsd vide TIFF
    tile<tsel Sub-track is spatial part or tile of the track
    tims Hint Timescale
    tiri Tier Information
    titl Title
    tkhd Track Header
    tlou Track loudness base
    tmax Hint Largest Relative Time
    tmcd<gmhd Timecode Media Header
    tmcd<hdlr Timecode
    tmcd<stsd tmcd Timecode
    tmcd<tref Timecode
    tmin Hint Smallest Relative Time
    tmpo<ilst Tempo
    tmsh<sgpd Tile mesh
    tols<ipco Layered HEVC Target output layer set property
    totl Hint Bytes Sent
    tpay Hint Payload Bytes Sent
    tpyl Hint Payload Bytes Sent
    traf Track Fragment
    trak Track
    tran SVC lightweight transcoding
    tref Track References
    trep Track Extension Properties
    trex Track Extends Defaults
    trgr Track Groups
    trif<sgpd Rectangular region group
    trik Facilitates random access and trick play modes
    trkn<ilst Track Number
    trpy Hint Total Bytes Sent
    trun Track Fragment Run
    tsas<sgpd Temporal Sublayer Access
    tscl<sgpd Temporal Layer
    tsel Track selection
    tsro Hint Timestamp Offset
    tssy Hint Timestamp Synchronization
    tstb Tile Sub Track Group
    tsti MPEG-2 hint timing
    tsyn<grpl Time-synchronized capture entity group
    ttml<ftyp OMAF IMSC1 timed text profile
    ttsl<stsd meta Sphere location for timed text
    ttwv<ftyp OMAF WebVTT timed text profile
    ttyp Track type and compatibility
    tven<ilst TV Episode ID
    tves<ilst TV Episode
    tvnn<ilst TV Network
    tvsh<ilst TV Show
    tvsn<ilst TV Season
    twen<hdlr Tween
    twos<stsd soun PCM (big-endian)
    tx3g<stsd sbtl Subtitle Text
    tx3g<stsd text Timed Text
    txas Track Exclude from Autoselection
    txtC Text stream configuration
    tyco Type and-combination
    udc1 Basic DRC coefficients
    udc2 Unified DRC coefficients
    udes<ipco User description
    udex Unified DRC configuration extension
    udi1 Basic DRC instructions
    udi2 Unified DRC instructions
    udta User Data
    ueqc Equalization coefficients
    ueqi Equalization instructions
    uhvi<ftyp Unconstrained HEVC-based viewport-independent
    uinf Tool by which a vendor may provide access
    uiso Metadata key space
    ulaw<stsd soun µ-law
    ulst List of UUID's
    uncC Uncompressed Frame Configuration
    uncC<ipco Uncompressed Frame Configuration
    unci<infe Uncompressed Image Item
    uncv<stsd vide Uncompressed Video
    unid<stsd meta Dynamic Range Control (DRC) data
    unif<ftyp Unified identifiers
    urat User 'star' rating of the media
    uri <hdlr URI identified metadata
    uriI URI Information
    urim<stsd meta URI Metadata
    url  URL
    url <dref URL
    url <hdlr URL
    urn  URN
    urn <dref URN
    user<schi User ID
    uuid Extended Type
    uvvu<ftyp UltraViolet file brand – conforming to the DECE
    v210<stsd vide Uncompressed 4:2:2 (10-bit)
    v216<stsd vide Uncompressed 4:2:2 (16-bit)
    v308<stsd vide Uncompressed 4:4:4 (8-bit)
    v3a1<stsd volv V3C atlas track with atlas parameter sets
    v3ag<stsd volv V3C atlas track with atlas parameter sets
    v3c1<stsd volv V3C atlas track with a single atlas and atlas
    v3cC V3C Configuration
    v3cC<ipco V3C configuration
    v3cb<stsd volv V3C atlas base track with common atlas data
    v3cg<stsd volv V3C atlas track with a single atlas and atlas
    v3cs<tref V3C atlas track
    v3ct<tref V3C atlas tile track
    v3e1<stsd volv V3C bitstream track with atlas parameter sets
    v3eg<stsd volv V3C bitstream track with atlas parameter sets
    v3mp<ftyp Multi-track encapsulation mode for V3C data
    v3mt<ftyp Multi-track encapsulation mode for V3C data
    v3nt<ftyp Non-timed encpasulation mode for V3C data
    v3sc V3C spatial region collection
    v3st<ftyp Single-track encapsulation mode for V3C data
    v3t1<stsd volv V3C atlas tile track with atlas tile data
    v3tC V3C Atlas Tile Configuration
    v3tp<ipco V3C atlas tile configuration
    v3va<tref V3C attribute video track
    v3vg<tref V3C geometry video track
    v3vo<tref V3C occupancy video track
    v408<stsd vide Uncompressed 4:4:4:4 (8-bit)
    v410<stsd vide Uncompressed 4:4:4 (10-bit)
    vaps<sgpd V3C atlas parameter set sample group
    vc-1<stsd vide SMPTE VC-1
    vdep<tref Auxiliary video depth
    vdva<stsd soun DV Audio (variable duration)
    vexu Video Extended Usage
    vide<hdlr Video
    vipo<grpl Viewpoint entity grouping
    vipr View priority
    vipr<sgpd View priority
    vlab WebVTT Source Label
    vmhd Video Media Header
    volv<hdlr Volumetric visual media
    vopi<sgpd VVC operating points information
    vp08<stsd vide VP8
    vp09<stsd vide VP9
    vpbb Volumetric media bounding
    vpcC VP Codec Configuration
    vplx<tref Auxiliary video parallax
    vqme<stsd meta Quality metrics
    vref<tref Reference to a track that contains a 'vopi'
    vreg<tref Reference to a VVC operating point entity group
    vrni<vrnp VR Node
    vrnp<sean VR Node Parent
    vrsc<sean VR World Header
    vrsg<sean VR String
    vrsp<stsd meta Viewing space
    vsib View scalability information
    vsid Cue Source ID
    vssn Viewing space
    vssn<ipco Viewing space
    vtcg<trgr V3C atlas tile component
    vttC WebVTT Configuration
    vtta WebVTT Additional Text
    vttc WebVTT Cue
    vtte WebVTT Empty Cue
    vunt V3C unit header
    vutp<ipco V3C unit header
    vvc1<infe VVC image item
    vvc1<stsd vide VVC (H.266)
    vvcC VVC Configuration
    vvcC<ipco VVC image item configuration
    vvcN<stsd vide Versatile Video Coding with non-VCL
    vvcN<tref Referenced track is a non video coding layer
    vvcb<grpl VVC bitstream
    vvci<ftyp VVC-based viewport-independent OMAF video
    vvhd Volumetric visual media header
    vvi1<stsd vide VVC (H.266)
    vvic<ftyp VVC coded image item
    vvis<ftyp VVC coded image sequence
    vvnC VVC Network Abstraction Layer unit configuration
    vvoi<ftyp OMAF VVC image profile
    vvs1<stsd vide VVC Subpictures
    vvvc<schm V3C video component restricted scheme
    vwdi Multiview Scene Information
    vwid View identifier
    vwpt<ftyp Viewpoint toolset brand
    vwsc<tsel Sub-track can be scaled in terms of number
    vyuy<stsd vide 8 bits YUV 422 packed Cr Y0 Cb Y1
    wave Sound Description Extensions
    wbbr<grpl White balance bracketing entity group
    wbbr<ipco White balance information
    wbbr<sgpd White balance bracketing
    wfex Windows Wave Format
    wide Wide (room for a 64-bit size)
    wipe<ipco Wipe transition effect
    wma <stsd soun Windows Media Audio
    wmpi Segment position in the watermark pattern
    wvtt<stsd text WebVTT
    xd54<stsd vide XDCAM HD422 720p24 (50 Mb/s)
    xd55<stsd vide XDCAM HD422 720p25 (50 Mb/s)
    xd59<stsd vide XDCAM HD422 720p60 (50 Mb/s)
    xd5a<stsd vide XDCAM HD422 720p50 (50 Mb/s)
    xd5b<stsd vide XDCAM HD422 1080i60 (50 Mb/s)
    xd5c<stsd vide XDCAM HD422 1080i50 (50 Mb/s)
    xd5d<stsd vide XDCAM HD422 1080p24 (50 Mb/s)
    xd5e<stsd vide XDCAM HD422 1080p25 (50 Mb/s)
    xd5f<stsd vide XDCAM HD422 1080p30 (50 Mb/s)
    xdv1<stsd vide XDCAM HD 720p30 (35 Mb/s)
    xdv2<stsd vide XDCAM HD 1080i60 (35 Mb/s)
    xdv3<stsd vide XDCAM HD 1080i50 (35 Mb/s)
    xdv4<stsd vide XDCAM HD 720p24 (35 Mb/s)
    xdv5<stsd vide XDCAM HD 720p25 (35 Mb/s)
    xdv6<stsd vide XDCAM HD 1080p24 (35 Mb/s)
    xdv7<stsd vide XDCAM HD 1080p25 (35 Mb/s)
    xdv8<stsd vide XDCAM HD 1080p30 (35 Mb/s)
    xdv9<stsd vide XDCAM EX 720p60
    xdva<stsd vide XDCAM EX 720p50
    xid <ilst Vendor ID
    xml  XML
    y210<stsd vide 10 bits YUV 422 packed Little-Endian Y0 Cb Y1 Cr
    yrrc Recording Year
    yt4 <ftyp Google specification for use by YouTube apps
    yuv1<stsd vide 8 bits YUV 411 packed Y0 Y1 Cb Y2 Y3 Cr
    yuv2<stsd vide Uncompressed 4:2:2 (8-bit signed)
    yuvs<stsd vide Uncompressed 4:2:2 (8-bit, Y first)
    yvyu<stsd vide 8 bits YUV 422 packed Y0 Cr Y1 Cb
    zoom<ipco Zoom transition effect
    ©ART Artist
    ©PRD Producer
    ©TIM Start Timecode
    ©TSC Start Timecode Timescale
    ©TSZ Start Timecode Sample Size
    ©alb Album
    ©arg Arranger
    ©ark Arranger Keywords
    ©art Artist
    ©aut Author
    ©cmt Comment
    ©cok Composer Keywords
    ©com Composer
    ©con Conductor
    ©cpy Copyright
    ©csn Camera Serial Number
    ©day Date
    ©des Description
    ©dir Director
    ©dis Disclaimer
    ©dji DJI Information
    ©ed1 Edit 1
    ©ed2 Edit 2
    ©ed3 Edit 3
    ©ed4 Edit 4
    ©ed5 Edit 5
    ©ed6 Edit 6
    ©ed7 Edit 7
    ©ed8 Edit 8
    ©ed9 Edit 9
    ©enc Encoded By
    ©fmt Format
    ©fpt Pitch
    ©frl Roll
    ©fyw Yaw
    ©gen Genre
    ©gpt Camera Pitch
    ©grl Camera Roll
    ©grp Grouping
    ©gyw Camera Yaw
    ©hst Host Computer
    ©inf Information
    ©isr ISRC
    ©key Keywords
    ©lab Record Label
    ©lal Record Label URL
    ©lnt Liner Notes
    ©lyr Lyrics
    ©mak Manufacturer
    ©mal Maker URL
    ©mdl Model
    ©mod Model
    ©mvc Movement Count
    ©mvi Movement Number
    ©mvn Movement Name
    ©nak Title Keywords
    ©nam Title
    ©ope Original Artist
    ©pdk Producer Keywords
    ©prd Producer
    ©prf Performers
    ©prk Performer Keywords
    ©prl Performer URL
    ©pub Publisher
    ©req Requirements
    ©sne Sound Engineer
    ©snk Subtitle Keywords
    ©snm Subtitle
    ©sol Soloist
    ©src Source
    ©st3 Subtitle
    ©swf Songwriter
    ©swr Software
    ©thx Thanks
    ©too Encoder
    ©trk Track
    ©uid Unique ID
    ©url URL
    ©wrk Work Name
    ©wrn Warning
    ©wrt Writer
    ©xpd Executive Producer
    ©xsp Speed X
    ©xyz Location (ISO 6709)
    ©ysp Speed Y
    ©zsp Speed Z
    """#
}
