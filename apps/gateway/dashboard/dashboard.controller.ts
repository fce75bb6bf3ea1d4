import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { dashboardApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../platform/access/call';
import { Endpoint, From, Input } from '../platform/http/endpoint';
import { GetDashboard } from './dashboard.query';

@Controller()
export class DashboardController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(dashboardApi.get)
  get(@Input() { query }: InputOf<typeof dashboardApi.get>, @From() call: Call) {
    return this.queries.execute(new GetDashboard(query.assigned_only, call));
  }
}
