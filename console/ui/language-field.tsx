/** Choices of a language: the one that is spoken in a recording, and the one in which AI notes are written. */
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SyntheticEvent } from 'react'
import { enginesQuery } from '../api/engines.ts'
import { locale, words } from '../words/words.ts'
import { NextStep } from './next-step.tsx'

const { notesLanguage, uploads } = words

/** What is typed is searched instead of what is chosen, not after it. */
const selectText = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => currentTarget.select()

type Props = { value: string | undefined; onChange: (code: string | undefined) => void }

/** Without one it is heard. */
export function LanguageField({ value, onChange }: Props) {
  return (
    <Select
      size="sm"
      label={uploads.language}
      placeholder={uploads.anyLanguage}
      searchable
      onClick={selectText}
      onFocus={selectText}
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
  const { data: engines } = useQuery(enginesQuery)
  const lacksModel = engines?.notes.kind === 'embedded'
  const hint = (
    <>
      {description} {lacksModel && <NextStep of="notesLanguage" />}
    </>
  )
  const known = [{ value: '', label: otherwise }, { value: 'spoken', label: notesLanguage.spoken }, ...languages]
  // A program may have set a tag that is not in the list.
  const isOther = value !== null && known.every((each) => each.value !== value)
  return (
    <Select
      maw={420}
      label={notesLanguage.label}
      description={(description || lacksModel) && hint}
      searchable
      onClick={selectText}
      onFocus={selectText}
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
