import { Button, Text, TextInput, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { api } from '#client/api.ts'
import { fieldErrors, say } from '#client/failure.ts'
import { Banner } from '#client/ui/banner.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { GoogleTestRequest } from '#shared/google-key.ts'
import { googleMessages } from '#shared/google-messages.ts'
import classes from '../settings.module.css'

/** Tests whether exports can write into a spreadsheet. */
export function SheetTest() {
  const test = api.settings.google.test.useMutation({ onError: (error) => form.setErrors(fieldErrors(error, ['url']) ?? {}) })
  const form = useForm({ initialValues: { url: '' }, validate: schemaResolver(GoogleTestRequest, { sync: true }) })
  const isElsewhere = test.error && fieldErrors(test.error, ['url']) === null
  return (
    <section className={classes.panel} aria-labelledby="google-test">
      <Title order={2} id="google-test">
        Test a spreadsheet
      </Title>
      <Text c="dimmed" size="sm" mt="xs">
        {googleMessages.testHint}
      </Text>
      <form noValidate onSubmit={form.onSubmit((draft) => test.mutate(draft), focusFirst(form))}>
        <TextInput
          label="Spreadsheet URL"
          placeholder="https://docs.google.com/spreadsheets/d/..."
          inputMode="url"
          autoComplete="off"
          mt="sm"
          {...form.getInputProps('url')}
        />
        <Button type="submit" variant="default" size="xs" mt="sm" loading={test.isPending}>
          Test
        </Button>
      </form>
      {test.data && (
        <Banner kind="success" mt="sm">
          {test.data.message}
        </Banner>
      )}
      {isElsewhere && (
        <Banner kind="error" mt="sm">
          {say(test.error, googleMessages.testFailed)}
        </Banner>
      )}
    </section>
  )
}
