/** One file and what it says: the choice of the reader by its name's ending. */
import { kindOf, mediaTypeOf } from '../server/making/inbox/file-name.ts'
import { readPdf, readPlainText, readWordDocument } from './document-text.ts'
import { readDocument } from './forms/document.ts'
import { readFrontMatter } from './forms/front-matter.ts'
import { readJsonFile } from './forms/json.ts'
import { emptyPart, type Part, readCaptions, UnreadableError } from './forms/part.ts'
import { readTable } from './forms/table.ts'
import type { ImportFile } from './meetings.ts'

const endingOf = (path: string) => /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''

type Reader = (blob: Blob) => Promise<Part[]>

const readers: Record<string, Reader> = {
  vtt: async (blob) => [captionsOf(await readPlainText(blob), 'vtt')],
  srt: async (blob) => [captionsOf(await readPlainText(blob), 'srt')],
  txt: async (blob) => [readDocument(await readPlainText(blob))],
  md: async (blob) => [readDocument(await readPlainText(blob))],
  markdown: async (blob) => [readDocument(await readPlainText(blob))],
  docx: async (blob) => [readDocument(await readWordDocument(blob))],
  pdf: async (blob) => [readDocument(await readPdf(blob))],
  json: async (blob) => readJsonFile(await readPlainText(blob)),
  csv: async (blob) => readTable(await readPlainText(blob)),
  tsv: async (blob) => readTable(await readPlainText(blob)),
}

/** Teams alone writes cues of JSON. */
const isTeams = /^\{"startDateTime|^\{.*"spokenText"/m

function captionsOf(text: string, format: 'vtt' | 'srt'): Part {
  const transcript = readCaptions(text, format)
  const own = format === 'vtt' ? readCaptionNote(text) : null
  if (own) {
    const { title, startedAt, hasTime, people } = own
    return { ...emptyPart, from: 'Minutebook', title, startedAt, hasTime, people, transcript }
  }
  return { ...emptyPart, from: isTeams.test(text) ? 'Microsoft Teams' : '', transcript }
}

/** What Minutebook's own export says in a comment. */
function readCaptionNote(text: string) {
  const [, properties] = /^WEBVTT[^\n]*\n(?:[^\n]+\n)*\nNOTE\n((?:\w+: [^\n]*\n)+)/.exec(text.slice(0, 10_000)) ?? []
  return properties ? readFrontMatter(`---\n${properties}---\n`) : null
}

export const isMedia = ({ path }: ImportFile) => kindOf(path) === 'media'

/** Sound and pictures with their type, which a file of a folder does not have. */
export const typedMedia = ({ path, blob }: ImportFile): ImportFile => ({
  path,
  blob: blob.type ? blob : blob.slice(0, blob.size, mediaTypeOf(path) ?? ''),
})

/** The kinds of files with text, the most telling first: of two transcripts of a meeting the first counts. */
export const kindsByRank = ['json', 'vtt', 'srt', 'csv', 'tsv', 'docx', 'txt', 'md', 'markdown', 'pdf']
export const rankOf = (path: string) => kindsByRank.indexOf(endingOf(path))

/** @returns what its meetings are: of most files one @throws {UnreadableError} why it cannot be read */
export async function readFile({ path, blob }: ImportFile): Promise<Part[]> {
  const ending = endingOf(path)
  const read = Object.hasOwn(readers, ending) ? readers[ending]! : null
  if (!read) throw new UnreadableError(otherKind(ending))
  return await read(blob)
}

function otherKind(ending: string): string {
  if (ending === 'doc') return 'It is of an old Word: save it as .docx'
  if (['zip', 'rar', '7z', 'tar', 'gz'].includes(ending)) return 'It is an archive that is not opened: unpack it first'
  return `Files ${ending ? `that end in .${ending}` : 'of this kind'} are not read`
}
