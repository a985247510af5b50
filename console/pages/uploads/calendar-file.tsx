/** A calendar among the dropped files: one press imports it, as on the calendar page. */
import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useImport } from '../../api/calendar.ts'
import { Refusal } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { Outcome } from '../calendar/outcome.tsx'
import classes from './uploads.module.css'

const { uploads: said } = words

/** @param children  the button that removes it from the list */
export function CalendarFile({ file, children }: { file: File; children: ReactNode }) {
  const importing = useImport()
  return (
    <Stack gap="xs">
      <div className={classes.chosen} data-line>
        <Text size="sm" className={classes.what}>
          {said.isCalendar(file.name)}
        </Text>
        {!importing.data && (
          <Button size="xs" loading={importing.isPending} onClick={() => importing.mutate({ file })}>
            {said.importCalendar}
          </Button>
        )}
        {children}
      </div>
      <Refusal error={importing.error} />
      {importing.data && <Outcome imported={importing.data} />}
    </Stack>
  )
}
