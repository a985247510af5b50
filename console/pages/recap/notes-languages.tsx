/** The languages in which a recap has its notes, and a way to another one. */
import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useAnswers } from '../../api/engines.ts'
import type { Translation } from '../../api/translations.ts'
import { languageName } from '../../ui/language-field.tsx'
import { later } from '../../ui/later.tsx'
import { words } from '../../words/words.ts'

const { translation: said } = words.recap
const TranslateForm = later(async () => (await import('./translate-form.tsx')).TranslateForm, null)

type Props = {
  recordingId: string
  translations: Translation[]
  /** A tag; null is the first version. */
  shown: string | null
  onShow: (tag: string | null) => void
}

/** Nothing without a translation where no language model could make one. */
export function NotesLanguages({ recordingId, translations, shown, onShow }: Props) {
  const [isAsked, ask] = useDisclosure(false)
  const translates = useAnswers()
  const button = { variant: 'subtle', size: 'compact-sm' } as const
  const tags = [null, ...translations.map((each) => each.notes_language)]
  return (
    <>
      {translations.length === 0 && translates && (
        <Button {...button} onClick={ask.open}>
          {said.other}
        </Button>
      )}
      {translations.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              {...button}
              rightSection={<IconChevronDown size={14} />}
              aria-label={said.inLanguage(nameOf(shown))}
            >
              {nameOf(shown)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {tags.map((tag) => (
              <Menu.Item
                key={tag}
                aria-current={tag === shown}
                fw={tag === shown ? 600 : undefined}
                onClick={() => onShow(tag)}
              >
                {nameOf(tag)}
              </Menu.Item>
            ))}
            {translates && (
              <>
                <Menu.Divider />
                <Menu.Item onClick={ask.open}>{said.other}</Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {isAsked && <TranslateForm recordingId={recordingId} onAsked={onShow} onClose={ask.close} />}
    </>
  )
}

const nameOf = (tag: string | null) => (tag === null ? said.original : languageName(tag))
