ALTER TABLE "users" ADD COLUMN "is_service" boolean;--> statement-breakpoint
CREATE UNIQUE INDEX "users_service_name_unique" ON "users" ("name") WHERE is_service;