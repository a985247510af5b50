/** Settings for AI notes: instructions for all meetings, a glossary, and templates for some meetings. */
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { noteTemplatesQuery } from '../../../api/note-templates.ts'
import { Loaded } from '../../../ui/section.tsx'
import { adminWords } from '../../../words/admin/words.ts'
import { Setting } from '../setting.tsx'
import { most } from './limits.ts'
import { printGlossary, readGlossary } from './read-glossary.ts'
import { Templates } from './templates.tsx'
import { TextPart } from './text-part.tsx'

const { aiNotes: said } = adminWords

export function AiNotes() {
  const document = useQuery(noteTemplatesQuery)
  return (
    <Loaded of={document}>
      {({ instructions, glossary, templates }) => (
        <Stack gap={40} maw={720}>
          <Text size="sm" c="dimmed">
            {said.about}
          </Text>
          <Setting title={said.instructions}>
            <TextPart
              label={said.instructions}
              hint={said.instructionsHint}
              example={said.instructionsExample}
              saved={instructions ?? ''}
              maxCharacters={most.instructions}
              toChange={(text) => (now) => ({ ...now, instructions: text.trim() || null })}
            />
          </Setting>
          <Setting title={said.glossary}>
            <TextPart
              label={said.glossary}
              hint={said.glossaryHint}
              example={said.glossaryExample}
              saved={printGlossary(glossary)}
              problemOf={problemOfGlossary}
              toChange={(text) => (now) => ({ ...now, glossary: readGlossary(text).terms })}
            />
          </Setting>
          <Setting title={said.templates}>
            <Templates templates={templates} />
          </Setting>
        </Stack>
      )}
    </Loaded>
  )
}

function problemOfGlossary(text: string): string | null {
  const { wrongLine } = readGlossary(text)
  return wrongLine === null ? null : said.wrongLine(wrongLine)
}
