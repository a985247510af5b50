/** The files that were dropped or chosen on the page, until they are sent. */
import { decodeText } from '@minutebook/client'
import { useState } from 'react'
import { type FileKind, kindOfFile, titleOfFile } from './kind-of-file.ts'

export type Chosen = {
  file: File
  kind: FileKind
  title: string
  /** The words of a transcript; null if the file is no text, or in an unknown encoding. */
  text: string | null
}

export type ChosenFiles = ReturnType<typeof useChosenFiles>

export function useChosenFiles() {
  const [all, setAll] = useState<Chosen[]>([])
  return {
    all,
    async add(files: File[]) {
      const read = await Promise.all(files.map(readChosen))
      setAll((now) => [...now, ...read.filter(({ file }) => !now.some((each) => keyOf(each.file) === keyOf(file)))])
    },
    change: (file: File, fields: Partial<Chosen>) =>
      setAll((now) => now.map((each) => (each.file === file ? { ...each, ...fields } : each))),
    remove: (file: File) => setAll((now) => now.filter((each) => each.file !== file)),
  }
}

/** The same file may be dropped twice. */
export const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

async function readChosen(file: File): Promise<Chosen> {
  const kind = kindOfFile(file)
  const text = kind === 'transcript' ? await readText(file) : null
  return { file, kind, title: titleOfFile(file), text }
}

/** Null for a file that is no text, or in an unknown encoding. */
export async function readText(file: File): Promise<string | null> {
  try {
    return decodeText(new Uint8Array(await file.arrayBuffer()))
  } catch {
    return null
  }
}
