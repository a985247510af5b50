/** Adds and changes many people at once; the service first says what would change. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { errorsOf } from '../../api/client.ts'
import { importPlanQuery, type PeopleImport, useImportPeople } from '../../api/import-people.ts'
import { peopleQuery, type User } from '../../api/people.ts'
import { Dialog } from '../../ui/dialog.tsx'
import entries from '../../ui/entries.module.css'
import { noticeDone } from '../../ui/notices.ts'
import { Refusal } from '../../ui/section.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { words } from '../../words/words.ts'
import { ListField } from './list-field.tsx'
import { ListPreview, type PreviewRow } from './list-preview.tsx'
import { differences, errorsByLine } from './plan-changes.ts'
import { type PeopleRow, readPeople } from './read-people.ts'

const { people, importing: said } = adminWords
const settleMs = 300

export function ImportPeople({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={said.title} size="xl" isFirm>
      <ImportForm onClose={onClose} />
    </Dialog>
  )
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text, settleMs)
  const rows = useMemo(() => readPeople(settled), [settled])
  const isReadable = rows.length > 0 && rows.every(({ problem }) => problem === null)
  const plan = useQuery({ ...importPlanQuery(rows), enabled: isReadable, placeholderData: keepPreviousData })
  const doing = useImportPeople()
  const planned = isReadable && text === settled && !plan.isPlaceholderData ? plan.data : undefined
  const number = planned ? planned.created + planned.updated : 0
  const begin = () =>
    doing.mutate(rows, {
      onSuccess: ({ created, updated }) => {
        noticeDone(said.done(created, updated))
        onClose()
      },
    })
  return (
    <Stack>
      <Text size="sm">{said.about}</Text>
      <ListField description={said.hint} example={said.example} value={text} onChange={setText} />
      {rows.length > 0 && <Plan rows={rows} plan={isReadable ? plan : null} />}
      <Refusal error={doing.error} />
      <Group justify="flex-end" className={entries.foot}>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button disabled={number === 0} loading={doing.isPending} onClick={begin}>
          {said.action(number)}
        </Button>
      </Group>
    </Stack>
  )
}

/** @param plan  null while the list cannot be sent as it is */
function Plan({ rows, plan }: { rows: PeopleRow[]; plan: { data?: PeopleImport; error: unknown } | null }) {
  const { data: accounts = [] } = useQuery(peopleQuery)
  const wrong = errorsByLine(errorsOf(plan?.error), rows)
  const shown = plan?.error ? undefined : plan?.data
  const bad = rows.filter(({ line, problem }) => problem !== null || wrong.has(line)).length
  const summary =
    bad > 0 ? said.bad(bad) : shown ? said.plan(shown.created, shown.updated, shown.unchanged) : said.asking
  const byEmail = new Map(accounts.map((account) => [account.email.toLowerCase(), account]))
  return (
    <>
      {/* What is wrong with no line in particular: too many people, the last administrator. */}
      {plan?.error && wrong.size === 0 ? (
        <Refusal error={plan.error} />
      ) : (
        <ListPreview
          summary={summary}
          rows={rows.map((row, index) => previewOf(row, shown?.users[index]?.change, byEmail, wrong.get(row.line)))}
        />
      )}
    </>
  )
}

const tones = { created: 'good', updated: 'warn', unchanged: 'quiet' } as const

function previewOf(
  row: PeopleRow,
  change: keyof typeof tones | undefined,
  accounts: Map<string, User>,
  wrong: string[] | undefined,
): PreviewRow {
  const { line, email, problem } = row
  const account = accounts.get(email.toLowerCase())
  const known = { line, email, full_name: row.full_name || (account?.full_name ?? '') }
  if (problem) return { ...known, isBad: true, mark: { tone: 'bad', text: people.problems[problem] } }
  if (wrong) return { ...known, isBad: true, mark: { tone: 'bad', text: said.refused }, detail: wrong.join('; ') }
  return {
    ...known,
    isBad: false,
    mark: change ? { tone: tones[change], text: said.changes[change] } : null,
    ...(change === 'created' && row.admin && { admin: true }),
    ...(change === 'updated' && account && { detail: differences(row, account, said.what).join(' · ') }),
  }
}
