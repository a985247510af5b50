/** The search in the header of every page. On a phone it is a link to the search page. */
import { ActionIcon, Box, Button, Kbd, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useAnswers } from '../api/engines.ts'
import { takeEarlyKeys } from '../early-keys.ts'
import { words } from '../words/words.ts'
import { usePageKeys } from './page-keys.ts'
import { useSearchField } from './use-search-field.ts'

const { search: said } = words

export function HeaderSearch() {
  const field = useRef<HTMLInputElement>(null)
  const { typed, write, submit, ask, onKeyDown } = useSearchField()
  const mayAsk = useAnswers(typed !== '')
  const select = () => field.current?.select()
  // On some keyboards the sign needs the shift key, on others it does not.
  usePageKeys([
    ['/', select],
    ['shift+/', select],
  ])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field appears
  useEffect(() => {
    const text = takeEarlyKeys()
    if (text === null) return
    field.current?.focus()
    write(text)
  }, [])
  return (
    <>
      <Box component="search" visibleFrom="sm" flex={1} maw={440}>
        <form onSubmit={(event) => void submit(event)}>
          <TextInput
            ref={field}
            type="search"
            radius="xl"
            variant="filled"
            aria-label={said.label}
            placeholder={said.label}
            maxLength={500}
            leftSection={<IconSearch size={16} stroke={1.6} />}
            {...(typed && mayAsk
              ? { rightSection: <Ask onClick={ask} />, rightSectionWidth: 92 }
              : { rightSection: !typed && <Kbd size="xs">/</Kbd>, rightSectionPointerEvents: 'none' })}
            value={typed}
            data-search-field
            onKeyDown={onKeyDown}
            onChange={(event) => write(event.currentTarget.value)}
          />
        </form>
      </Box>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        hiddenFrom="sm"
        ml="auto"
        aria-label={said.label}
        renderRoot={(props) => <Link to="/search" search={{}} {...props} />}
      >
        <IconSearch size={20} stroke={1.6} />
      </ActionIcon>
    </>
  )
}

function Ask({ onClick }: { onClick: () => void }) {
  return (
    <Button size="compact-xs" variant="light" radius="xl" onClick={onClick}>
      {words.ask.ask}
    </Button>
  )
}
