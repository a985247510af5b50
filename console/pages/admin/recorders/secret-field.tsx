/** The secret of a recorder: a text, or for Google a file. The stored one is never shown. */
import { FileInput, PasswordInput } from '@mantine/core'
import type { Kind } from '../../../api/recorder.ts'
import { adminWords } from '../../../words/admin/words.ts'

const { recorders: said } = adminWords

/** Enough of a longer file for the service to reject it. */
const maxCharacters = 8_193

type Props = {
  kind: Kind
  value: string
  error: string | undefined
  isRequired?: boolean
  onChange: (secret: string) => void
}

export function SecretField({ kind, value, error, isRequired = true, onChange }: Props) {
  const shared = { label: said.secrets[kind], description: said.secretHints[kind], error, required: isRequired }
  const read = async (file: File | null) => onChange(file ? await file.slice(0, maxCharacters).text() : '')
  if (kind === 'meet')
    return (
      <FileInput
        {...shared}
        placeholder={said.chooseFile}
        accept=".json,application/json"
        onChange={(file) => void read(file)}
      />
    )
  return (
    <PasswordInput
      {...shared}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
