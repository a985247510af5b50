/** A text of AI notes: each sentence of a language model shows on a press what was said, and the moment that plays it. */
import { Popover, Text } from '@mantine/core'
import { InlineText } from '../../ui/inline-text.tsx'
import { words } from '../../words/words.ts'
import { Moment } from './moment.tsx'
import { partsOf, type Sentence } from './parts-of-text.ts'
import classes from './recap.module.css'

type Props = { text: string; sentences: Sentence[]; marked: string; onSeek: (seconds: number) => void }

export const Sentences = ({ text, sentences, marked, onSeek }: Props) =>
  partsOf(text, sentences).map(({ text, sentence }, index) =>
    sentence ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: two sentences may say the same
      <ProvedSentence key={index} sentence={sentence} marked={marked} onSeek={onSeek} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: two parts may say the same
      <InlineText key={index} text={text} marked={marked} />
    ),
  )

function ProvedSentence({
  sentence: { text, timestamp, quote },
  marked,
  onSeek,
}: Pick<Props, 'marked' | 'onSeek'> & { sentence: Sentence }) {
  return (
    <Popover width={320} position="bottom-start" withArrow withinPortal>
      <Popover.Target>
        <button type="button" className={classes.proved}>
          <InlineText text={text} marked={marked} isInLink />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" c="dimmed">
          {words.recap.saidThere}
        </Text>
        {quote !== null && (
          <Text component="blockquote" size="sm" m={0} my={4} dir="auto">
            {words.recap.quote(quote)}
          </Text>
        )}
        <Moment at={timestamp} onSeek={onSeek} />
      </Popover.Dropdown>
    </Popover>
  )
}
