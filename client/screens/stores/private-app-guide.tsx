import { List, Text, Title } from '@mantine/core'
import { connectMessages } from '#shared/connect-messages.ts'
import classes from './stores.module.css'

/** How to make an API key in the shop's admin, step by step, with a drawing of what each step shows there. */
export function PrivateAppGuide() {
  const { title, steps, after } = connectMessages.privateApp
  return (
    <section aria-labelledby="private-app" className={classes.settings}>
      <Title order={3} id="private-app">
        {title}
      </Title>
      <List type="ordered" size="sm" mt="xs" spacing={6}>
        {steps.map(({ text, shown }) => (
          <List.Item key={text}>
            {text}
            <span className={classes.drawing} aria-hidden>
              {shown.map((part) => (
                <span key={part}>{part}</span>
              ))}
            </span>
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed" mt="xs">
        {after}
      </Text>
    </section>
  )
}
