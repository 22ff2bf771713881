CREATE TABLE "view_defaults" (
	"user_id" text,
	"screen" text,
	"view_id" text NOT NULL,
	CONSTRAINT "view_defaults_pkey" PRIMARY KEY("user_id","screen")
);
--> statement-breakpoint
CREATE TABLE "views" (
	"id" text PRIMARY KEY,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"shared" boolean NOT NULL,
	"search" jsonb NOT NULL,
	"columns" jsonb,
	"density" text,
	"owner_id" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "view_defaults_view" ON "view_defaults" ("view_id");--> statement-breakpoint
CREATE UNIQUE INDEX "views_name_unique" ON "views" ("owner_id","screen","name");--> statement-breakpoint
ALTER TABLE "view_defaults" ADD CONSTRAINT "view_defaults_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_owner_id_users_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL;