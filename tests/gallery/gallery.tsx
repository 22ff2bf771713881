import { Stack, Title } from '@mantine/core'
import { Badges } from './badges.tsx'
import { Buttons } from './buttons.tsx'
import { Choices } from './choices.tsx'
import { Fields } from './fields.tsx'
import { Lists } from './lists.tsx'
import { Messages } from './messages.tsx'
import { Tables } from './tables.tsx'

const parts = { Buttons, Fields, Choices, Badges, Messages, Lists, Tables }

/** All parts of the screens in their states, without a server. */
export const Gallery = () => (
  <Stack component="main" gap="xl" p="md" maw={1_100} mx="auto">
    <Title order={1}>Gallery</Title>
    {Object.entries(parts).map(([name, Part]) => (
      <section key={name} aria-label={name}>
        <Title order={2} mb="sm">
          {name}
        </Title>
        <Part />
      </section>
    ))}
  </Stack>
)
