import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The green of ledgers. */
const pine: MantineColorsTuple = [
  '#eef6f2',
  '#dbece4',
  '#b5d8c9',
  '#8ac2ac',
  '#5fab90',
  '#3c9678',
  '#278064',
  '#1b6b53',
  '#155845',
  '#0d4335',
];

/** The cardboard of folders. */
const manila: MantineColorsTuple = [
  '#fdf6e7',
  '#f9eacb',
  '#f1d598',
  '#e9be61',
  '#e0a93a',
  '#cf9426',
  '#b57d1b',
  '#936316',
  '#754e13',
  '#573a10',
];

const gray: MantineColorsTuple = [
  '#faf9f6',
  '#f3f1ec',
  '#e9e6df',
  '#dcd8cf',
  '#c6c1b6',
  '#a09a8d',
  '#6f6a5e',
  '#57534a',
  '#3b3832',
  '#24221e',
];

const dark: MantineColorsTuple = [
  '#e4e8e5',
  '#c2cac5',
  '#9daaa3',
  '#78877f',
  '#52625a',
  '#2a3530',
  '#202925',
  '#171e1b',
  '#111714',
  '#0b100e',
];

const FONT = "'Figtree Variable', ui-sans-serif, system-ui, 'Segoe UI', sans-serif";

const OVERLAY = { backgroundOpacity: 0.45 } as const;
/** How long what comes from aside or in front takes; nothing moves for whoever wants that. */
const MOTION = { duration: 120 } as const;

export const theme = createTheme({
  colors: { pine, manila, gray, dark },
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  black: '#22211d',
  fontFamily: FONT,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Liberation Mono', monospace",
  headings: { fontFamily: FONT, fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // the page itself does not scroll, so scrolling need not be locked, for which the library would need inline styles
    Modal: { defaultProps: { lockScroll: false, centered: true, overlayProps: OVERLAY, transitionProps: MOTION } },
    Drawer: { defaultProps: { lockScroll: false, overlayProps: OVERLAY, transitionProps: MOTION } },
    DrawerRoot: { defaultProps: { lockScroll: false, transitionProps: MOTION } },
    ModalRoot: { defaultProps: { lockScroll: false, transitionProps: MOTION } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    // keys begin at the first item; the library's placeholder before it is not allowed inside a menu
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false } },
    // as large as what is pressed has to be
    Checkbox: { vars: () => ({ root: { '--checkbox-size': '24px' } }) },
    Radio: { vars: () => ({ root: { '--radio-size': '24px' } }) },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { comboboxProps: { shadow: 'md' } } },
  },
});

/** Our own variables for both schemes. */
export const variables: CSSVariablesResolver = () => ({
  variables: { '--dosar-sidebar': '#0f3229', '--dosar-sidebar-text': '#dcebe4', '--dosar-sidebar-dim': '#9dbfb1' },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': '#756f63',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--dosar-desk': '#f7f5f0',
    '--dosar-line': 'var(--mantine-color-gray-2)',
    '--dosar-hover': 'var(--mantine-color-gray-0)',
    '--dosar-chosen': 'var(--mantine-color-pine-0)',
    '--dosar-chosen-line': 'var(--mantine-color-pine-2)',
    '--dosar-folder': 'var(--mantine-color-manila-4)',
    '--dosar-focus': 'var(--mantine-primary-color-filled)',
  },
  dark: {
    '--mantine-color-body': '#1a211e',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-anchor': 'var(--mantine-color-pine-3)',
    '--mantine-color-placeholder': '#8b9a92',
    '--mantine-color-default': '#212a26',
    '--mantine-color-default-border': '#56665d',
    '--mantine-color-default-hover': '#29332e',
    '--dosar-desk': '#121815',
    '--dosar-line': '#2b3530',
    '--dosar-hover': '#202925',
    '--dosar-chosen': '#1d352c',
    '--dosar-chosen-line': '#2d5345',
    '--dosar-folder': 'var(--mantine-color-manila-3)',
    '--dosar-focus': 'var(--mantine-color-pine-4)',
    '--dosar-sidebar': '#0c1f19',
  },
});
