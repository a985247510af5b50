/** The language that is spoken in a recording; without one it is heard. */
import { Select } from '@mantine/core'
import { locale, words } from '../words/words.ts'

const { uploads: said } = words

type Props = { value: string | undefined; onChange: (code: string | undefined) => void }

export function LanguageField({ value, onChange }: Props) {
  return (
    <Select
      size="sm"
      label={said.language}
      placeholder={said.anyLanguage}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': words.filters.clear }}
      data={languages}
      value={value ?? null}
      onChange={(code) => onChange(code ?? undefined)}
    />
  )
}

const codes =
  'en de fr es it pt nl pl cs sk hu ro bg el sv da nb fi et lv lt tr uk ru ar he fa hi bn ta th vi id ms zh ja ko'.split(
    ' ',
  )
const names = new Intl.DisplayNames(locale, { type: 'language' })
const languages = codes
  .map((code) => ({ value: code, label: names.of(code) ?? code }))
  .sort((a, b) => a.label.localeCompare(b.label, locale))
