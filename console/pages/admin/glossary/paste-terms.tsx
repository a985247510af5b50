/** Many terms at once, a line each; what becomes of them is said before they are saved. */
import { Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { glossaryQuery, isStale, useChangeGlossary } from '../../../api/glossary.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { count } from '../../../ui/format.ts'
import { noticeDone } from '../../../ui/notices.ts'
import { adminWords } from '../../../words/admin/words.ts'
import { readTerms } from './read-terms.ts'
import { Stale } from './stale.tsx'

const { glossary: said } = adminWords

/** A long list of errors is cut. */
const maxWrong = 10

export function PasteTerms({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const { data } = useQuery(glossaryQuery)
  const change = useChangeGlossary()
  const { added, known, wrong } = useMemo(() => readTerms(text, data?.terms ?? []), [text, data])
  const save = () =>
    // Read again on the terms of that moment: somebody else may have added one of them.
    change.mutate((now) => [...now, ...readTerms(text, now).added], {
      onSuccess: () => {
        noticeDone(adminWords.settings.saved)
        onClose()
      },
    })
  return (
    <DialogForm
      title={said.paste}
      size="lg"
      onClose={onClose}
      onSubmit={save}
      action={said.addCount(count(added.length))}
      isDisabled={added.length === 0}
      mutation={{ ...change, error: isStale(change.error) ? null : change.error }}
    >
      <Textarea
        label={said.list}
        description={said.listHint}
        placeholder={said.listExample}
        autosize
        minRows={6}
        maxRows={14}
        spellCheck={false}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      {text.trim() !== '' && (
        <div role="status">
          <Text size="sm" fw={600}>
            {said.readLines(added.length, known)}
          </Text>
          {wrong.slice(0, maxWrong).map(({ line, problem }) => (
            <Text key={line} size="sm" c="var(--mantine-color-error)">
              {said.wrongLine(line, said.problems[problem])}
            </Text>
          ))}
          {wrong.length > maxWrong && (
            <Text size="sm" c="var(--mantine-color-error)">
              {said.moreWrong(wrong.length - maxWrong)}
            </Text>
          )}
        </div>
      )}
      {isStale(change.error) && <Stale />}
    </DialogForm>
  )
}
