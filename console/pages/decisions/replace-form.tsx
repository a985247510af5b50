/** Says which earlier decisions one replaces: those that stand, of its series first. */
import { MultiSelect } from '@mantine/core'
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Decision, decisionQuery, decisionsQuery, useChangeDecision } from '../../api/decisions.ts'
import { noteQuery } from '../../api/queries.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { shortDay } from '../../ui/format.ts'
import { words } from '../../words/words.ts'

const { decisions: said } = words

export function ReplaceForm({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const [chosen, setChosen] = useState(decision.supersedes)
  const [typed, setTyped] = useState('')
  const change = useChangeDecision(decision, { pageShowsError: true })
  const options = useOptions(decision, typed)
  return (
    <DialogForm
      title={said.replaceTitle}
      onClose={onClose}
      onSubmit={() => change.mutate({ supersedes: chosen }, { onSuccess: onClose })}
      action={said.save}
      isDisabled={chosen.join() === decision.supersedes.join()}
      mutation={change}
    >
      <MultiSelect
        label={decision.text}
        description={said.replaceHint}
        placeholder={said.search}
        searchable
        // Open by itself it would cover what is asked.
        openOnFocus={false}
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        maxValues={100}
        // Below it would cover the button.
        comboboxProps={{ position: 'top' }}
        data={options}
        value={chosen}
        onChange={setChosen}
        nothingFoundMessage={said.noOther}
        data-autofocus
      />
    </DialogForm>
  )
}

/** Those chosen already are options too, though they stand no more. */
function useOptions(decision: Decision, typed: string) {
  const { data: note } = useQuery(noteQuery(decision.note_id))
  const q = typed.trim().slice(0, 255) || undefined
  const series = note?.series_id ?? undefined
  const ofSeries = useInfiniteQuery({ ...decisionsQuery({ q, series }), enabled: series !== undefined })
  const standing = useInfiniteQuery(decisionsQuery({ q }))
  const chosen = useQueries({
    queries: decision.supersedes.map(decisionQuery),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  })
  const [own, all] = [ofSeries, standing].map(({ data }) => data?.pages.flatMap(({ data }) => data) ?? [])
  const others = new Map([...chosen, ...all!].map((each) => [each.id, each]))
  for (const { id } of [decision, ...own!]) others.delete(id)
  const options = (decisions: Iterable<Decision>) =>
    [...decisions].map(({ id, text, made_at }) => ({ value: id, label: `${text} · ${shortDay(made_at)}` }))
  return [
    { group: said.thisSeries, items: options(own!.filter(({ id }) => id !== decision.id)) },
    { group: said.otherMeetings, items: options(others.values()) },
  ].filter(({ items }) => items.length > 0)
}
