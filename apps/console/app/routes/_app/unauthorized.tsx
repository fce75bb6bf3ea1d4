import { createFileRoute } from '@tanstack/react-router';
import { Unauthorized } from '../../../ui/screens';

export const Route = createFileRoute('/_app/unauthorized')({ component: Unauthorized });
