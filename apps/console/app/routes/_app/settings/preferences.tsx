import { createFileRoute } from '@tanstack/react-router';
import { Preferences } from '../../../../features/account/preferences';

export const Route = createFileRoute('/_app/settings/preferences')({ component: Preferences });
