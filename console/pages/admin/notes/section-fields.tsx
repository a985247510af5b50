/** Sections that a template adds to the default ones. */
import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { NoteTemplate } from '../../../api/note-templates.ts'
import { adminWords } from '../../../words/admin/words.ts'
import { most } from './limits.ts'

const { aiNotes: said } = adminWords

type Sections = NoteTemplate['sections']

export function SectionFields({ sections, onChange }: { sections: Sections; onChange: (sections: Sections) => void }) {
  const set = (at: number, fields: Partial<Sections[number]>) =>
    onChange(sections.map((section, index) => (index === at ? { ...section, ...fields } : section)))
  return (
    <Input.Wrapper label={said.sections} description={said.sectionsHint}>
      <Stack gap="sm" mt={8}>
        {sections.map(({ title, instructions }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a section has no name before it is typed
          <Group key={index} gap="xs" align="flex-end">
            <TextInput
              label={said.sectionTitle}
              required
              maxLength={most.sectionTitle}
              style={{ flex: '1 1 140px' }}
              value={title}
              onChange={(event) => set(index, { title: event.currentTarget.value })}
            />
            <TextInput
              label={said.sectionWhat}
              maxLength={most.sectionInstructions}
              style={{ flex: '2 1 180px' }}
              value={instructions ?? ''}
              onChange={(event) => set(index, { instructions: event.currentTarget.value || null })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={said.dropSection(title)}
              onClick={() => onChange(sections.filter((_, at) => at !== index))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        {sections.length < most.sections && (
          <Button
            variant="default"
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => onChange([...sections, { title: '', instructions: null }])}
          >
            {said.addSection}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
