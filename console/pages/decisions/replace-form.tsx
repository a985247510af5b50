/** Says which earlier decisions one replaces: those that stand in its series, else any that stand. */
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
  const standing = useInfiniteQuery({ ...decisionsQuery({ q, series }), enabled: note !== undefined })
  const chosen = useQueries({
    queries: decision.supersedes.map(decisionQuery),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  })
  const found = standing.data?.pages.flatMap(({ data }) => data) ?? []
  const byId = new Map([...chosen, ...found].map((each) => [each.id, each]))
  byId.delete(decision.id)
  return [...byId.values()].map(({ id, text, made_at }) => ({ value: id, label: `${text} · ${shortDay(made_at)}` }))
}
