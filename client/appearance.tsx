import { MantineProvider } from '@mantine/core'
import { StrictMode, type ReactNode } from 'react'
import { Unavailable } from '#client/shell/unavailable.tsx'
import { cssVariables, theme } from '#client/theme.ts'

/** What every screen needs, also the login screen before the rest is loaded: the theme, and the line about an unreachable server. */
export const Appearance = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    {/* It writes all variables of the theme itself. A file with Mantine's own values would be 3 KB of the login screen. */}
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} deduplicateCssVariables={false} defaultColorScheme="auto">
      <Unavailable />
      {children}
    </MantineProvider>
  </StrictMode>
)
