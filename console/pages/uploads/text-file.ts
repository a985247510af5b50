/** Transcripts among the files that a person drops. */
import { decodeText } from '@minutebook/client'

export const isTextFile = ({ name }: File) => /\.(vtt|srt|txt)$/i.test(name)

/** Null for a file that is no text, or in an unknown encoding. */
export async function readText(file: File): Promise<string | null> {
  try {
    return decodeText(new Uint8Array(await file.arrayBuffer()))
  } catch {
    return null
  }
}
