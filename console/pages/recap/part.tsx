/** A part of the page with its heading and actions. */
import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './recap.module.css'

export function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <Group justify="space-between" align="center" pb="sm" mih={26}>
        <Title order={2} className={classes.partTitle}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  )
}
