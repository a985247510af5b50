/** The formats that sound is converted to, with one channel. *Pure.* */

/** What sound is decoded and converted to, as models read it. */
export const hertz = 16_000

export type MadeFormat = {
  ending: string
  contentType: string
  /** Arguments of ffmpeg. */
  codec: string[]
  /** What it takes at most, without its container's rest. */
  bytesPerSecond: number
}

export const madeFormats = {
  /** With 48 kbit/s. */
  m4a: { ending: 'm4a', contentType: 'audio/mp4', codec: ['-c:a', 'aac', '-b:a', '48k'], bytesPerSecond: 6_600 },
  /** Every decoder reads it. */
  flac: {
    ending: 'flac',
    contentType: 'audio/flac',
    codec: ['-c:a', 'flac', '-sample_fmt', 's16'],
    bytesPerSecond: 33_000,
  },
  wav: { ending: 'wav', contentType: 'audio/wav', codec: ['-c:a', 'pcm_s16le'], bytesPerSecond: 32_000 },
} satisfies Record<string, MadeFormat>

export type MadeFormatName = keyof typeof madeFormats
