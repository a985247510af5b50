/** A section of the workspace's settings with its title. */
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function Setting({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}
