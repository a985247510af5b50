/** A term, with what is done with it. */
import { Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { useChangeGlossary } from '../../../api/glossary.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { later } from '../../../ui/later.tsx'
import { Row, RowMenu } from '../../../ui/rows.tsx'
import { Refusal } from '../../../ui/section.tsx'
import { adminWords } from '../../../words/admin/words.ts'
import { words } from '../../../words/words.ts'
import { asFirst, type Term, without } from './terms.ts'

const { glossary: said } = adminWords
const TermForm = later(async () => (await import('./term-form.tsx')).TermForm, null)

export function TermRow({ term }: { term: Term }) {
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null)
  const move = useChangeGlossary()
  const close = () => setDialog(null)
  return (
    <Row title={term.term} meta={<Meta term={term} error={move.error} />}>
      <RowMenu label={words.moreFor(term.term)}>
        <Menu.Item onClick={() => setDialog('edit')}>{said.edit}</Menu.Item>
        <Menu.Item onClick={() => move.mutate((now) => asFirst(now, term.term))}>{said.first}</Menu.Item>
        <Menu.Item color="var(--mantine-color-error)" onClick={() => setDialog('remove')}>
          {said.remove}
        </Menu.Item>
      </RowMenu>
      {dialog === 'edit' && <TermForm before={term} onClose={close} />}
      {dialog === 'remove' && <Removing term={term.term} onClose={close} />}
    </Row>
  )
}

function Meta({ term: { sounds_like = [], note }, error }: { term: Term; error: Error | null }) {
  if (sounds_like.length === 0 && !note && !error) return null
  return (
    <>
      {sounds_like.length > 0 && <div dir="auto">{said.heard(sounds_like.join(', '))}</div>}
      {note && <div dir="auto">{note}</div>}
      <Refusal error={error} />
    </>
  )
}

function Removing({ term, onClose }: { term: string; onClose: () => void }) {
  const change = useChangeGlossary()
  const remove = () => change.mutate((now) => without(now, term), { onSuccess: onClose })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={said.removeTitle(term)}
      action={said.remove}
      isPending={change.isPending}
      onConfirm={remove}
    >
      <Text>{said.removeWhat}</Text>
      <Refusal error={change.error} />
    </Confirm>
  )
}
