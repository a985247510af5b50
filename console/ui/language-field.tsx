/** Choices of a language: the one that is spoken in a recording, and the one in which AI notes are written. */
import { Select } from '@mantine/core'
import { locale, words } from '../words/words.ts'

const { notesLanguage, uploads } = words

type Props = { value: string | undefined; onChange: (code: string | undefined) => void }

/** Without one it is heard. */
export function LanguageField({ value, onChange }: Props) {
  return (
    <Select
      size="sm"
      label={uploads.language}
      placeholder={uploads.anyLanguage}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': words.filters.clear }}
      data={languages}
      value={value ?? null}
      onChange={(code) => onChange(code ?? undefined)}
    />
  )
}

type NotesProps = {
  /** A tag, `spoken`, or null for what others chose. */
  value: string | null
  description?: string
  /** What counts without a choice. */
  otherwise: string
  onChange: (tag: string | null) => void
}

export function NotesLanguageField({ value, description, otherwise, onChange }: NotesProps) {
  const known = [{ value: '', label: otherwise }, { value: 'spoken', label: notesLanguage.spoken }, ...languages]
  // A program may have set a tag that is not in the list.
  const isOther = value !== null && known.every((each) => each.value !== value)
  return (
    <Select
      maw={420}
      label={notesLanguage.label}
      description={description}
      searchable
      allowDeselect={false}
      data={isOther ? [...known, { value, label: languageName(value) }] : known}
      value={value ?? ''}
      onChange={(tag) => onChange(tag || null)}
    />
  )
}

const codes =
  'en de fr es it pt nl pl cs sk hu ro bg el sv da nb fi et lv lt tr uk ru ar he fa hi bn ta th vi id ms zh ja ko'.split(
    ' ',
  )
const names = new Intl.DisplayNames(locale, { type: 'language' })
export const languageName = (tag: string) => names.of(tag) ?? tag
export const languages = codes
  .map((code) => ({ value: code, label: languageName(code) }))
  .sort((a, b) => a.label.localeCompare(b.label, locale))
