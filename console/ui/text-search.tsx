/** A field that filters the page's list while typing; the text is also in the address. */
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { words } from '../words/words.ts'
import { usePageKeys } from './page-keys.ts'

type Props = { label: string; value: string; maxLength: number; onChange: (value: string) => void }

export function TextSearch({ label, value, maxLength, onChange }: Props) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const settle = useDebouncedCallback((text: string) => onChange(text.trim()), 250)
  // The address also changes when somebody goes back.
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value])
  usePageKeys([['f', () => field.current?.focus()]])
  const write = (text: string) => {
    setTyped(text)
    settle(text)
  }
  return (
    <TextInput
      ref={field}
      type="search"
      flex={1}
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      leftSection={<IconSearch size={18} stroke={1.6} />}
      rightSection={typed && <CloseButton aria-label={words.filters.clear} onClick={() => write('')} />}
      value={typed}
      onChange={(event) => write(event.currentTarget.value)}
    />
  )
}
