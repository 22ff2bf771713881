import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useAccess } from '#client/session/viewer.ts'

/** Applies the colour scheme of the person's profile, on any machine. The browser keeps it for the next start (public/theme.js). */
export function useChosenTheme(): void {
  const theme = useAccess().profile?.theme
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (theme !== undefined) setColorScheme(theme)
  }, [theme, setColorScheme])
}
