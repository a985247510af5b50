/** What names of files and folders say: title, day, and whether a name says anything at all. *Pure.* */
import { cutShort, oneLine, trimEndOf } from '../server/platform/text.ts'
import { findWhen } from './when.ts'

/** What programs put beside a title, and nobody else. A row of signs is tried from its first alone, not from each. */
const additions =
  /(?<![-_.\s–—()[\]|])(?:[-_.\s–—()[\]|]|^)+(?:otter[_.]?ai|meeting (?:recording|transcript)|recording\.transcript|transcript(?:ion)?|captions?|subtitles?|closed[_ ]caption|notes by gemini|audio[_ ]only|\d{3,4}x\d{3,4})(?=[-_.\s–—()[\]|]|$)/giu
/** What may be a word of a title, and tells the files of one meeting apart. */
const kinds =
  /(?<![-_.\s–—([|])[-_.\s–—([|]+(?:meeting notes|ai summary|summary|notes?|recap|audio|video|recording|sound)[)\]]?$/giu

/** Names of programs for a part of a meeting: the folder has the title. */
const generic =
  /^(?:(?:audio|video|zoom|gmt|chat|transcript(?:ion)?|captions?|subtitles?|summary|notes?|recording|playback|meeting|double_click_to_convert|meeting_saved_(?:closed_caption|chat|new_chat)|closed_caption|participants)[-_ .]?\d*)$/i

const withoutEnd = (name: string) => name.replace(/\.[a-z0-9]{1,5}$/i, '')

/** Programs that are known by how they name files. */
const programs: [RegExp, string][] = [
  [/_otter[_.]ai/i, 'Otter'],
  [/^GMT\d{8}-\d{6}|^meeting_saved_|^audio_only|^zoom_\d/i, 'Zoom'],
  [/-Meeting (?:Recording|Transcript)/i, 'Microsoft Teams'],
  [/Notes by Gemini|\d\d.\d\d [A-Z]{3,4}\)? [–-] (?:Transcript|Recording)/i, 'Google Meet'],
]

export type NameSays = {
  title: string
  /** The program that names files so; '' if none is known. */
  from: string
  startedAt: string | null
  hasTime: boolean
  /** The same for the files of one meeting in one folder. */
  stem: string
}

/** @param path  with its folders: where the name says nothing, the folder around it does */
export function readFileName(path: string): NameSays {
  const names = path.split('/')
  const own = withoutEnd(names.at(-1)!)
  const folder = names.slice(0, -1).join('/')
  const ownSays = readOneName(own)
  const around = names.length > 1 ? readOneName(names.at(-2)!) : null
  if (ownSays.title === '' || generic.test(own) || generic.test(ownSays.title)) {
    // Without a word of its own, a day alone still tells meetings apart.
    const when = ownSays.startedAt ?? around?.startedAt ?? null
    const isOwn = ownSays.startedAt !== null
    return {
      title: around?.title ?? '',
      from: ownSays.from || (around?.from ?? ''),
      startedAt: when,
      hasTime: isOwn ? ownSays.hasTime : (around?.hasTime ?? false),
      stem: `${folder}/${isOwn ? ownSays.startedAt : ''}`,
    }
  }
  const word = ownSays.title.toLowerCase()
  return { ...ownSays, stem: `${folder}/${ownSays.startedAt ?? ''} ${word.replace(kinds, '') || word}` }
}

function readOneName(name: string): Omit<NameSays, 'stem'> {
  const when = findWhen(name)
  return {
    title: cleanTitle(name),
    from: programs.find(([form]) => form.test(name))?.[1] ?? '',
    startedAt: when?.at.toISOString() ?? null,
    hasTime: when?.hasTime ?? false,
  }
}

/** A title without its date, and without what programs add. */
export function cleanTitle(text: string): string {
  const when = findWhen(text)
  const rest = when ? `${text.slice(0, when.from)} ${text.slice(when.to)}` : text
  const plain = rest.replace(additions, ' ').replace(/_/g, ' ')
  const title = oneLine(plain)
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/^[-–—.,:|\s()[\]]+/u, '')
  return cutShort(oneLine(trimEndOf(title, /[-–—.,:|\s([]/u)), 255)
}
