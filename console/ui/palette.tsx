/** Everything by its name: pages, meetings, a search. Opened by Ctrl+K on every page. */
import { Kbd, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { notesQuery } from '../api/meetings.ts'
import type { Session } from '../api/read-session.ts'
import { words } from '../words/words.ts'
import { timeOf } from './by-time.ts'
import { shortDay } from './format.ts'
import { placesOf } from './navigation.tsx'
import classes from './palette.module.css'

const { palette: said } = words

const maxMeetings = 6

type Option = { key: string; label: string; hint: string; go: () => unknown }

export function Palette({ session, onClose }: { session: Session; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const options = useOptions(session, typed.trim())
  const at = Math.min(chosen, options.length - 1)
  // Without `void` React would take the promise of newer browsers for what ends the effect.
  useEffect(() => void document.getElementById(`${id}${at}`)?.scrollIntoView({ block: 'nearest' }), [id, at])
  const choose = (option: Option | undefined) => {
    if (!option) return
    onClose()
    void option.go()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter takes what an input method offers.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen((at + step + options.length) % Math.max(1, options.length))
    else if (event.key === 'Enter') choose(options[at])
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        data-autofocus
        // When it is loaded after its dialog has given the focus to something else.
        autoFocus
        aria-label={said.label}
        placeholder={said.label}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={at >= 0 ? `${id}${at}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={said.label} className={classes.options}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the field
          <div
            key={option.key}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === at}
            className={classes.option}
            onClick={() => choose(option)}
          >
            <span dir="auto">{option.label}</span>
            <Text span size="xs" c="dimmed" className={classes.hint}>
              {option.hint}{' '}
              <Kbd size="xs" className={classes.enter}>
                ↵
              </Kbd>
            </Text>
          </div>
        ))}
      </div>
    </>
  )
}

/** Pages first, then meetings by their titles, and at last the search for the words. */
function useOptions(session: Session, typed: string): Option[] {
  const navigate = useNavigate()
  const [title] = useDebouncedValue(typed, 200)
  const { data } = useInfiniteQuery(notesQuery(title ? { title } : {}))
  const isLike = ({ label }: { label: string }) => label.toLocaleLowerCase().includes(typed.toLocaleLowerCase())
  const others = [
    { to: '/import', label: words.import.title },
    { to: '/account', label: words.account.page },
  ]
  const pages = [...placesOf(session), ...others].filter(isLike)
  const meetings = (data?.pages[0]?.data ?? []).filter(({ title }) => isLike({ label: title })).slice(0, maxMeetings)
  return [
    ...pages.map(({ to, label }) => ({
      ...{ key: to, label, hint: said.page },
      go: () => navigate({ to, search: {} }),
    })),
    ...meetings.map(({ id, title, recording_ids: [recordingId], ...note }) => ({
      ...{ key: id, label: title, hint: shortDay(timeOf(note)) },
      go: () =>
        recordingId
          ? navigate({ to: '/recap/$recordingId', params: { recordingId }, search: {} })
          : navigate({ to: '/note/$noteId', params: { noteId: id } }),
    })),
    ...(typed
      ? [
          {
            key: 'search',
            label: said.search(typed),
            hint: '',
            go: () => navigate({ to: '/search', search: { q: typed } }),
          },
        ]
      : []),
  ]
}
