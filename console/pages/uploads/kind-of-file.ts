/** What a file is, by its name and type: it decides where a dropped file goes. *Pure.* */
export type FileKind = 'media' | 'transcript' | 'calendar' | 'other'

const documents =
  /\.(pdf|docx?|odt|rtf|pages|xlsx?|ods|csv|numbers|pptx?|odp|key|png|jpe?g|gif|heic|webp|svg|html?|xml|json|md|eml|zip|7z|rar|gz|exe|dmg)$/i

/** A file of an unknown kind may be media: the service finds out. */
export function kindOfFile({ name, type }: { name: string; type: string }): FileKind {
  if (/\.(vtt|srt|txt)$/i.test(name)) return 'transcript'
  if (/\.ics$/i.test(name) || type === 'text/calendar') return 'calendar'
  if (/^(audio|video)\//.test(type)) return 'media'
  return documents.test(name) || /^(image\/|application\/pdf$)/.test(type) ? 'other' : 'media'
}

/** The name without extension, with spaces instead of underscores. */
export function titleOfFile({ name }: { name: string }): string {
  const base = name
    .replace(/\.[^.]{1,5}$/, '')
    .replaceAll('_', ' ')
    .trim()
  return (base || name).slice(0, 255)
}
