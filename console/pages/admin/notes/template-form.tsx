/** A template: instructions for its notes, and the meetings that it is for. */
import { Checkbox, Fieldset, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Draft, type NoteTemplate, useChangeNoteTemplates } from '../../../api/note-templates.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { NotesLanguageField } from '../../../ui/language-field.tsx'
import { noticeDone } from '../../../ui/notices.ts'
import { adminWords } from '../../../words/admin/words.ts'
import { words } from '../../../words/words.ts'
import { most } from './limits.ts'
import { SectionFields } from './section-fields.tsx'
import { SeriesField } from './series-field.tsx'

const { aiNotes: said } = adminWords

type Props = { of: Draft; others: NoteTemplate[]; onClose: () => void }

export function TemplateForm({ of, others, onClose }: Props) {
  const [draft, setDraft] = useState(of)
  const set = (fields: Partial<Draft>) => setDraft({ ...draft, ...fields })
  const change = useChangeNoteTemplates()
  const isComplete =
    draft.name.trim() !== '' &&
    draft.sections.every(({ title }) => title.trim() !== '') &&
    !ownerOfSeries(draft, others)
  const save = () =>
    change.mutate((now) => ({ ...now, templates: withTemplate(now.templates, of, tidy(draft)) }), {
      onSuccess: () => {
        noticeDone(adminWords.settings.saved)
        onClose()
      },
    })
  return (
    <DialogForm
      title={of.id ? said.editOf(of.name) : said.new}
      size="lg"
      onClose={onClose}
      onSubmit={save}
      action={words.save}
      isDisabled={!isComplete}
      mutation={change}
    >
      <TextInput
        label={said.name}
        description={said.nameHint}
        required
        maxLength={most.name}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        data-autofocus
      />
      <Textarea
        label={said.instructions}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={most.instructions}
        value={draft.instructions ?? ''}
        onChange={(event) => set({ instructions: event.currentTarget.value || null })}
      />
      <NotesLanguageField
        value={draft.notes_language}
        otherwise={words.notesLanguage.asPerson}
        onChange={(notes_language) => set({ notes_language })}
      />
      <SectionFields sections={draft.sections} onChange={(sections) => set({ sections })} />
      <MeetingsFieldset draft={draft} others={others} onChange={set} />
    </DialogForm>
  )
}

type MeetingsProps = { draft: Draft; others: NoteTemplate[]; onChange: (fields: Partial<Draft>) => void }

function MeetingsFieldset({ draft, others, onChange }: MeetingsProps) {
  const owner = ownerOfSeries(draft, others)
  return (
    <Fieldset legend={said.when}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {said.whenHint}
        </Text>
        <SeriesField
          value={draft.series_ids}
          error={owner && said.taken(owner.name)}
          onChange={(series_ids) => onChange({ series_ids })}
        />
        <TextInput
          label={said.titleContains}
          maxLength={most.titleContains}
          value={draft.title_contains ?? ''}
          onChange={(event) => onChange({ title_contains: event.currentTarget.value || null })}
        />
        <Checkbox
          label={said.isDefault}
          checked={draft.is_default}
          onChange={(event) => onChange({ is_default: event.currentTarget.checked })}
        />
      </Stack>
    </Fieldset>
  )
}

/** A series has one template. */
const ownerOfSeries = (draft: Draft, others: NoteTemplate[]) =>
  others.find(({ series_ids }) => series_ids.some((id) => draft.series_ids.includes(id)))

/** The service rejects headings that begin with a space. */
const tidy = (draft: Draft): Draft => ({
  ...draft,
  name: draft.name.trim(),
  sections: draft.sections.map(({ title, instructions }) => ({
    title: title.trim(),
    instructions: instructions?.trim() || null,
  })),
  title_contains: draft.title_contains?.trim() || null,
})

/** Replaces the changed fields, because others may have changed the rest, or appends. Keeps at most one default. */
function withTemplate(templates: NoteTemplate[], before: Draft, draft: Draft): Draft[] {
  const changed = changesOf(before, draft)
  const rest = changed.is_default ? templates.map((each) => ({ ...each, is_default: false })) : templates
  const isKnown = templates.some(({ id }) => id === draft.id)
  return isKnown ? rest.map((each) => (each.id === draft.id ? { ...each, ...changed } : each)) : [...rest, draft]
}

function changesOf(before: Draft, draft: Draft): Partial<Draft> {
  const names = Object.keys(draft) as (keyof Draft)[]
  const changed = names.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(before[name]))
  return Object.fromEntries(changed.map((name) => [name, draft[name]]))
}
