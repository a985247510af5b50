/** The field that narrows the list by title; the address follows it. */
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { words } from '../../words/words.ts'

const { meetings: said } = words

export function TitleSearch({ title, onChange }: { title: string; onChange: (title: string) => void }) {
  const [typed, setTyped] = useState(title)
  const field = useRef<HTMLInputElement>(null)
  const settle = useDebouncedCallback((text: string) => onChange(text.trim()), 250)
  // The address changes by itself when somebody goes back.
  useEffect(() => setTyped((now) => (now.trim() === title ? now : title)), [title])
  useHotkeys([['/', () => field.current?.focus()]])
  const write = (text: string) => {
    setTyped(text)
    settle(text)
  }
  return (
    <TextInput
      ref={field}
      type="search"
      size="md"
      mb={36}
      aria-label={said.search}
      placeholder={said.search}
      maxLength={255}
      leftSection={<IconSearch size={18} stroke={1.6} />}
      rightSection={typed && <CloseButton aria-label={said.clear} onClick={() => write('')} />}
      value={typed}
      onChange={(event) => write(event.currentTarget.value)}
    />
  )
}
