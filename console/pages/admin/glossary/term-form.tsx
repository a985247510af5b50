/** A new term, or one that is edited. If somebody else changed the glossary first, what was typed stays. */
import { TagsInput, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { glossaryQuery, isStale, useChangeGlossary } from '../../../api/glossary.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { noticeDone } from '../../../ui/notices.ts'
import { adminWords } from '../../../words/admin/words.ts'
import { words } from '../../../words/words.ts'
import { most } from './limits.ts'
import { problemOf, readForms } from './read-terms.ts'
import { Stale } from './stale.tsx'
import { isSame, type Term, withTerm } from './terms.ts'

const { glossary: said } = adminWords

type Props = { before: Term | null; onClose: () => void }

export function TermForm({ before, onClose }: Props) {
  const [term, setTerm] = useState(before?.term ?? '')
  const [soundsLike, setSoundsLike] = useState(before?.sounds_like ?? [])
  const [note, setNote] = useState(before?.note ?? '')
  const change = useChangeGlossary()
  const { data } = useQuery(glossaryQuery)
  const next = tidy(term, soundsLike, note)
  const problem = problemOf(next)
  const isKnown = data?.terms.some(
    (each) => isSame(each.term, next.term) && !(before && isSame(each.term, before.term)),
  )
  const save = () =>
    change.mutate((now) => withTerm(now, before?.term ?? null, next), {
      onSuccess: () => {
        noticeDone(adminWords.settings.saved)
        onClose()
      },
    })
  return (
    <DialogForm
      title={before ? said.editOf(before.term) : said.add}
      onClose={onClose}
      onSubmit={save}
      action={words.save}
      isDisabled={isKnown || problem !== null}
      mutation={{ ...change, error: isStale(change.error) ? null : change.error }}
    >
      <TextInput
        label={said.term}
        description={said.termHint}
        error={isKnown && said.known}
        required
        maxLength={most.term}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
        data-autofocus
      />
      <TagsInput
        label={said.soundsLike}
        description={said.soundsLikeHint}
        error={problem === 'soundsLike' && said.problems.soundsLike}
        placeholder={soundsLike.length === 0 ? said.soundsLikeExample : ''}
        maxTags={most.soundsLike}
        acceptValueOnBlur
        value={soundsLike}
        onChange={(forms) => setSoundsLike(readForms(forms.join()))}
      />
      <TextInput
        label={said.note}
        description={said.noteHint}
        maxLength={most.note}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {isStale(change.error) && <Stale />}
      {isStale(change.error) && before && (
        <Text size="sm">{said.savedNow(termNow(data?.terms ?? [], before.term))}</Text>
      )}
    </DialogForm>
  )
}

const termNow = (terms: Term[], term: string) => {
  const now = terms.find((each) => isSame(each.term, term))
  return now ? [now.term, ...(now.sounds_like ?? []), now.note].filter(Boolean).join(' · ') : '–'
}

function tidy(term: string, soundsLike: string[], note: string): Term {
  return {
    term: term.trim(),
    ...(soundsLike.length > 0 && { sounds_like: soundsLike }),
    ...(note.trim() !== '' && { note: note.trim() }),
  }
}
