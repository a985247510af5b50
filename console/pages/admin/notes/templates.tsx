/** All templates, and the meetings that each is for. */
import { Button, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Draft, type NoteTemplate, useChangeNoteTemplates } from '../../../api/note-templates.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { later } from '../../../ui/later.tsx'
import { Row, RowMenu, Rows } from '../../../ui/rows.tsx'
import { Empty, Refusal } from '../../../ui/section.tsx'
import { adminWords } from '../../../words/admin/words.ts'
import { words } from '../../../words/words.ts'
import { most } from './limits.ts'

const { aiNotes: said } = adminWords
const TemplateForm = later(async () => (await import('./template-form.tsx')).TemplateForm, null)

const none: Draft = {
  name: '',
  instructions: null,
  sections: [],
  series_ids: [],
  title_contains: null,
  is_default: false,
  notes_language: null,
}

export function Templates({ templates }: { templates: NoteTemplate[] }) {
  const [edited, setEdited] = useState<Draft | null>(null)
  const [leaving, setLeaving] = useState<NoteTemplate | null>(null)
  return (
    <Stack gap="sm" align="stretch">
      <Text size="sm">{said.templatesAbout}</Text>
      {templates.length === 0 ? (
        <Empty title={said.none}>{said.noneWhy}</Empty>
      ) : (
        <Rows label={said.templates}>
          {templates.map((each) => (
            <Row key={each.id} title={each.name} meta={whenOf(each)}>
              <RowMenu label={words.moreFor(each.name)}>
                <Menu.Item onClick={() => setEdited(each)}>{said.edit}</Menu.Item>
                <Menu.Item color="var(--mantine-color-error)" onClick={() => setLeaving(each)}>
                  {said.delete}
                </Menu.Item>
              </RowMenu>
            </Row>
          ))}
        </Rows>
      )}
      {templates.length < most.templates && (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setEdited(none)}>
          {said.new}
        </Button>
      )}
      {edited && <TemplateForm of={edited} others={others(templates, edited.id)} onClose={() => setEdited(null)} />}
      {leaving && <Deleting template={leaving} onClose={() => setLeaving(null)} />}
    </Stack>
  )
}

const others = (templates: NoteTemplate[], id: string | undefined) => templates.filter((each) => each.id !== id)

/** In the order in which the service checks. */
function whenOf({ series_ids, title_contains, is_default }: NoteTemplate): string {
  const when = [
    series_ids.length > 0 && said.ofSeries(series_ids.length),
    title_contains !== null && said.ofTitle(title_contains),
    is_default && said.ofAll,
  ].filter(Boolean)
  return when.length > 0 ? when.join(' · ') : said.onlyChosen
}

function Deleting({ template: { id, name }, onClose }: { template: NoteTemplate; onClose: () => void }) {
  const change = useChangeNoteTemplates()
  const remove = () =>
    change.mutate((now) => ({ ...now, templates: others(now.templates, id) }), { onSuccess: onClose })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={said.deleteTitle(name)}
      action={said.delete}
      isPending={change.isPending}
      onConfirm={remove}
    >
      <Text>{said.deleteWhat}</Text>
      <Refusal error={change.error} />
    </Confirm>
  )
}
