/** The text of a document: plain, Word or PDF, as lines. Documents come from strangers, so each is bounded. */

import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/index-native.js'
import sax from 'sax'
import { decodeText, notText } from '../sdk/src/decode-text.ts'
import { UnreadableError } from './forms/part.ts'

/** Bytes of a file with text: those of the longest transcripts, as for a request of the API. */
export const maxTextBytes = 33_554_432
const tooLong = 'It has more text than 32 MiB: split it into smaller files'
/** Pages of a PDF: a day of speech has some hundred. */
export const maxPages = 2_000

/** @throws {UnreadableError} */
export async function readPlainText(blob: Blob): Promise<string> {
  if (blob.size > maxTextBytes) throw new UnreadableError(tooLong)
  if (blob.size === 0) throw new UnreadableError('It is empty')
  try {
    return decodeText(new Uint8Array(await blob.arrayBuffer()))
  } catch {
    throw new UnreadableError(notText)
  }
}

/** The paragraphs of a Word document, a line each; headings and list items as in Markdown. @throws {UnreadableError} */
export async function readWordDocument(blob: Blob): Promise<string> {
  if (blob.size > maxTextBytes) throw new UnreadableError(tooLong)
  const reader = new ZipReader(new BlobReader(blob))
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory || entry.filename !== 'word/document.xml') continue
      if (entry.encrypted) throw new UnreadableError('It is protected by a password')
      if (entry.uncompressedSize > maxTextBytes) throw new UnreadableError(tooLong)
      return paragraphsOf(await readBounded(entry))
    }
    throw new UnreadableError('It is no Word document')
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError('It is damaged, or no Word document')
  } finally {
    await reader.close().catch(() => {})
  }
}

/** What the document says of its size is not believed. */
async function readBounded(entry: FileEntry): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(part) {
      bytes += part.length
      if (bytes > maxTextBytes) throw new UnreadableError(tooLong)
      parts.push(part)
    },
  })
  await entry.getData(sink, { checkSignature: true })
  return new Blob(parts).text()
}

/** Entities that a document defines are errors, so nothing grows or is read from elsewhere. */
function paragraphsOf(xml: string): string {
  const parser = sax.parser(true, {})
  const lines: string[] = []
  let [line, prefix, isText, depth] = ['', '', false, 0]
  parser.onopentag = ({ name, attributes }) => {
    if (++depth > 256) throw new UnreadableError('It is nested too deeply: save it as .txt')
    if (name === 'w:p') [line, prefix] = ['', '']
    else if (name === 'w:t') isText = true
    else if (name === 'w:tab') line += '\t'
    else if (name === 'w:br' || name === 'w:cr') line += '\n'
    else if (name === 'w:pStyle') prefix = prefixOf(String(attributes['w:val'] ?? '')) || prefix
    else if (name === 'w:numPr') prefix ||= '- '
  }
  parser.ontext = parser.oncdata = (part) => {
    if (isText) line += part
  }
  parser.onclosetag = (name) => {
    depth--
    if (name === 'w:t') isText = false
    else if (name === 'w:p') lines.push(line.trim() === '' ? '' : prefix + line)
  }
  parser.onerror = (error) => {
    throw error
  }
  parser.write(xml).close()
  return lines.join('\n')
}

function prefixOf(style: string): string {
  const [, level] = /^(?:heading|berschrift|titre)\s?(\d)$/i.exec(style.replace(/^Ü/i, '')) ?? []
  return level ? `${'#'.repeat(Math.min(6, Number(level)))} ` : ''
}

/**
 * @param most  pages
 * @throws {UnreadableError} also for one that has only pictures of its pages
 */
export async function readPdf(blob: Blob, most = maxPages): Promise<string> {
  if (blob.size > maxTextBytes) throw new UnreadableError('It has more than 32 MiB: split it into smaller files')
  const { extractText, getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(new Uint8Array(await blob.arrayBuffer()), { verbosity: 0 }).catch((error) => {
    const isLocked = (error as Error).name === 'PasswordException'
    throw new UnreadableError(isLocked ? 'It is protected by a password' : 'It is damaged, or no PDF')
  })
  try {
    if (document.numPages > most)
      throw new UnreadableError(`It has more than ${most} pages: split it into smaller files`)
    const { text } = await extractText(document, { mergePages: false })
    const whole = text.join('\n')
    if (whole.trim() === '') throw new UnreadableError('It has no text, only pictures of pages')
    return whole
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError('It is damaged, or no PDF')
  } finally {
    await document.loadingTask.destroy()
  }
}
