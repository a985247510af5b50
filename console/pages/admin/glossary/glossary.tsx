/** The glossary of the workspace: its terms, and what might be added to them. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { glossaryQuery } from '../../../api/glossary.ts'
import { count } from '../../../ui/format.ts'
import { later } from '../../../ui/later.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { Empty, Loaded } from '../../../ui/section.tsx'
import { adminWords } from '../../../words/admin/words.ts'
import { words } from '../../../words/words.ts'
import type { AdminSearch, ChangeSearch } from '../search.ts'
import { most } from './limits.ts'
import { Suggestions } from './suggestions.tsx'
import { TermRow } from './term-row.tsx'
import { matching, type Term } from './terms.ts'

const { glossary: said } = adminWords
const TermForm = later(async () => (await import('./term-form.tsx')).TermForm, null)
const PasteTerms = later(async () => (await import('./paste-terms.tsx')).PasteTerms, null)

export function Glossary({ search, change }: { search: AdminSearch; change: ChangeSearch }) {
  const glossary = useQuery(glossaryQuery)
  return (
    <Stack gap="lg" maw={720}>
      <Text size="sm" c="dimmed">
        {said.about}
      </Text>
      <Loaded of={glossary}>
        {({ terms }) => (
          <>
            <Suggestions terms={terms} />
            <Terms terms={terms} query={search.q ?? ''} onQuery={(q) => change({ q: q || undefined })} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

type Props = { terms: Term[]; query: string; onQuery: (query: string) => void }

function Terms({ terms, query, onQuery }: Props) {
  const [dialog, setDialog] = useState<'term' | 'list' | null>(null)
  const isFull = terms.length >= most.terms
  const close = () => setDialog(null)
  return (
    <div>
      <Group mb="md">
        <TextInput
          type="search"
          style={{ flex: '1 1 200px' }}
          aria-label={said.search}
          placeholder={said.search}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
        />
        <Button disabled={isFull} onClick={() => setDialog('term')}>
          {said.add}
        </Button>
        <Button variant="default" disabled={isFull} onClick={() => setDialog('list')}>
          {said.paste}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {isFull ? said.full(count(most.terms)) : said.counted(count(terms.length), count(most.terms))}
      </Text>
      {terms.length === 0 ? <Empty title={said.none}>{said.noneWhy}</Empty> : <Found terms={matching(terms, query)} />}
      {dialog === 'term' && <TermForm before={null} onClose={close} />}
      {dialog === 'list' && <PasteTerms onClose={close} />}
    </div>
  )
}

const atOnce = 100

function Found({ terms }: { terms: Term[] }) {
  const [shown, setShown] = useState(atOnce)
  if (terms.length === 0) return <Empty title={said.noMatch} />
  return (
    <>
      <Rows label={said.title}>
        {terms.slice(0, shown).map((term) => (
          <TermRow key={term.term} term={term} />
        ))}
      </Rows>
      {terms.length > shown && (
        <Button variant="default" display="block" mx="auto" mt="lg" onClick={() => setShown(shown + atOnce)}>
          {`${words.more} (${count(terms.length - shown)})`}
        </Button>
      )}
    </>
  )
}
